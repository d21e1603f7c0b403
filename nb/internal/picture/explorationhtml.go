package picture

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"gibbslab/nb/internal/output"
	"gibbslab/nb/internal/paint"
)

// An exploration in HTML holds all pictures as one image, a sheet of small multiples. A page that
// drops the style, as JupyterLab does if a notebook is not trusted, shows the whole sheet, and the
// buttons remain hidden. With the style, the page shows a window on the sheet, and the button that
// is checked moves the sheet behind the window. A form keeps the buttons of one exploration from
// those of another; its method makes the Enter key do nothing. The attribute
// data-lm-suppress-shortcuts leaves all keys to a button that has the focus: in JupyterLab the
// arrow keys would do nothing, or go to another cell.

func (e Exploration) Message() output.Message {
	words := e.words()
	m := output.Message{Text: strings.Join(words, "\n")}
	if !output.InNotebook() {
		return m // nobody would see the picture
	}
	if len(e.tables) == 0 {
		s := SheetOf(e)
		m.PNG = s.PNG()
		m.Width, m.Height = s.Size()
	}
	m.HTML = HTML(e, m.PNG)
	if size := len(m.HTML) + len(m.PNG)*4/3; size > largestSheet {
		panic(fmt.Sprintf("explore: the pictures take %d KiB, and %d KiB are the most: give fewer "+
			"values, or draw less in each", size>>10, largestSheet>>10))
	}
	return m
}

// SheetOf is all pictures, each below its values.
func SheetOf(e Exploration) paint.Sheet {
	f := e.frames()
	s := paint.Sheet{Width: f.width, Height: f.height, Columns: e.columns(f.width)}
	for i, g := range f.grids {
		s.Names = append(s.Names, e.name(i))
		s.Pictures = append(s.Pictures, func(c draw.Canvas) { g.Draw(c) })
	}
	return s
}

// columns is as many as leave the text legible, or one for each value of the second dial.
func (e Exploration) columns(width int) int {
	most := max(1, (sheetWidth+width/2)/width)
	if len(e.dials) == 2 && len(e.dials[1].values) <= most+1 {
		return len(e.dials[1].values)
	}
	return min(most, len(e.pictures))
}

// HTML is the exploration as it answers. png is its sheet.
func HTML(e Exploration, png []byte) string {
	var view string
	var s paint.Sheet
	if len(e.tables) == 0 {
		s = SheetOf(e)
		view = sheetImage(s, e.name, png)
	} else {
		for i, t := range e.tables {
			view += fmt.Sprintf("<div><p class=\"name\"><b>%s</b></p>\n%s</div>\n",
				html.EscapeString(e.name(i)), t.Message().HTML)
		}
	}
	var says strings.Builder
	if len(e.tables) == 0 {
		for _, words := range e.words() {
			fmt.Fprintf(&says, "<p hidden=\"hidden\">%s</p>\n", html.EscapeString(words))
		}
	}
	buttons := e.buttons()
	sum := sha256.Sum256([]byte(buttons + view + says.String()))
	class := fmt.Sprintf("nb-%x", sum[:5])
	return fmt.Sprintf(`<style>
%s</style>
<form class="%s" method="dialog">
<div class="dials" hidden="hidden">
%s</div>
<p class="note">%s</p>
<div class="view" aria-live="polite">%s</div>
<div class="words" aria-live="polite">
%s</div>
</form>`, e.style(class, s), class, buttons, note, view, says.String())
}

// note stands where the buttons do not.
const note = "Here all values stand beside each other. Run this cell, or trust the notebook, and " +
	"buttons choose one of them."

// sheetImage is the sheet in the smaller of two formats.
func sheetImage(s paint.Sheet, name func(int) string, png []byte) string {
	escaped := strings.NewReplacer("%", "%25", "#", "%23", "<", "%3C", ">", "%3E", "&", "%26",
		"\"", "%22")
	source := "data:image/svg+xml;charset=utf-8," + escaped.Replace(s.SVG())
	if other := base64.StdEncoding.EncodeToString(png); len(other) < len(source) {
		source = "data:image/png;base64," + other
	}
	var names []string
	for i := range s.Pictures {
		names = append(names, name(i))
	}
	alt := html.EscapeString("Pictures for " + strings.Join(names, "; "))
	width, height := s.Size()
	return fmt.Sprintf(`<img alt="%s" width="%d" height="%d" style="max-width:100%%;height:auto" `+
		`src="%s">`, alt, width, height, source)
}

// buttons are the dials: groups of radio buttons, which arrow keys move through.
func (e Exploration) buttons() string {
	var b strings.Builder
	for k, d := range e.dials {
		fmt.Fprintf(&b, "<fieldset><legend>%s</legend>", html.EscapeString(d.name))
		for i, v := range d.values {
			checked := ""
			if i == 0 {
				checked = " checked"
			}
			fmt.Fprintf(&b, `<label><input type="radio" name="dial%d" value="%d" `+
				`data-lm-suppress-shortcuts="true"%s>%s</label>`, k, i, checked, html.EscapeString(v))
		}
		b.WriteString("</fieldset>\n")
	}
	return b.String()
}

// style has the rules for one exploration, which has a class of its own. A browser that does not
// know :has() shows the small multiples.
func (e Exploration) style(class string, s paint.Sheet) string {
	var b strings.Builder
	rule := func(selector, format string, values ...any) {
		fmt.Fprintf(&b, ".%s%s{"+format+"}\n", append([]any{class, selector}, values...)...)
	}
	b.WriteString("@media screen{@supports selector(:has(a)){\n")
	rule(" .dials", "display:block")
	rule(" fieldset", "display:flex;flex-wrap:wrap;align-items:center;border:0;margin:0 0 6px;"+
		"padding:0;min-width:0")
	rule(" legend", "float:left;padding:0 10px 0 0;font-weight:bold")
	rule(" label", "position:relative;padding:2px 10px;margin:0 -1px 0 0;border:1px solid #888;"+
		"cursor:pointer;min-width:1em;text-align:center")
	rule(" label:hover", "background:#8884")
	rule(" label:has(:checked)", "background:#0358e9;border-color:#0358e9;color:#fff;z-index:1")
	rule(" label:has(:focus-visible)", "outline:3px solid #07a0ff;outline-offset:2px;z-index:2")
	rule(" input", "position:absolute;opacity:0;margin:0;inset:0;cursor:pointer")
	rule(" .words", "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%%)")
	rule(" .note", "display:none")
	rule("", "position:relative")
	if len(e.tables) > 0 {
		rule(" .name", "display:none")
		rule(" .view>div", "display:none")
	} else {
		width, height := s.Size()
		rule(" .view", "overflow:hidden;width:%dpx;max-width:100%%;aspect-ratio:%d/%d", s.Width, s.Width,
			s.Height)
		rule(" .view img", "display:block;width:%.5g%%!important;max-width:none!important;margin:0",
			100*float64(width)/float64(s.Width))
		for i := range s.Pictures {
			x, y := s.At(i)
			rule(e.checkedAt(i)+" img", "transform:translate(%.5g%%,%.5g%%)", -100*float64(x)/float64(width),
				-100*float64(y)/float64(height))
		}
	}
	for i := range max(len(e.tables), len(s.Pictures)) {
		part := " .words>:nth-child(%d)"
		if len(e.tables) > 0 {
			part = " .view>:nth-child(%d)"
		}
		rule(e.checkedAt(i)+fmt.Sprintf(part, i+1), "display:block")
	}
	b.WriteString("}}\n")
	fmt.Fprintf(&b, "@media print{.%s .note{display:none}}\n", class)
	return b.String()
}

// checkedAt selects a form in which the values of picture i are checked.
func (e Exploration) checkedAt(i int) string {
	selector := ""
	for k := len(e.dials) - 1; k >= 0; k-- {
		n := len(e.dials[k].values)
		selector = fmt.Sprintf(":has([name=dial%d][value=\"%d\"]:checked)", k, i%n) + selector
		i /= n
	}
	return selector
}
