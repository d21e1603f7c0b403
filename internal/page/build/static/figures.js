"use strict";
// Below a stored picture that internal/page/figures/figures.json names, a button opens the figure: a
// worker loads the program, once a page, and draws what the sliders say. Nothing is drawn here.
const home = document.currentScript.src;
const waiting = new Map();
let calls = 0, worker, loaded;

async function load() {
  if (home.startsWith("file:")) throw new Error("it needs a server of files, such as python3 -m http.server");
  const response = await fetch(new URL("figures.bin", home));
  if (!response.ok) throw new Error(`figures.bin: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
  worker = new Worker(new URL("worker.js", home));
  worker.onmessage = ({data: {id, answer}}) => {
    const {Value, Error: mistake} = JSON.parse(answer);
    mistake ? waiting.get(id).reject(mistake.Text ?? mistake) : waiting.get(id).resolve(Value);
    waiting.delete(id);
  };
  worker.postMessage({module});
  return call("figures");
}

function call(name, ...args) {
  return new Promise((resolve, reject) => {
    waiting.set(++calls, {resolve, reject});
    worker.postMessage({id: calls, name, args});
  });
}

function element(tag, attributes, ...inside) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...inside);
  return e;
}

// unfold makes what moves a figure, puts it into a box, and draws. It returns what it has made.
async function unfold(figure, box, says, buttons) {
  const img = element("img", {alt: ""}), sliders = element("div", {class: "sliders"}), made = [img, sliders];
  let again = 0, drawing = false, late = false;
  async function draw() {
    late = drawing;
    if (drawing) return;
    drawing = true;
    let more;
    const x = [...sliders.querySelectorAll("input")].map(i => Number(i.value));
    try {
      const s = await call("figure", figure.Name, x, again, box.clientWidth);
      img.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(s.SVG);
      more = says.ariaBusy = s.More;
      [img.alt, img.width, img.height, says.textContent] = [s.Words, s.Width, s.Height, s.Says];
    } finally {
      drawing = false;
    }
    if (late || more) await draw();
  }
  const move = () => draw().catch(mistake => { says.textContent = mistake; });
  for (const {Label, Min, Max, Step, Start} of figure.Sliders) {
    const input = element("input", {type: "range", min: Min, max: Max, step: Step, value: Start});
    const output = element("output", {"aria-hidden": "true"}, input.value);
    input.oninput = () => { output.textContent = input.value; move(); };
    sliders.append(element("label", {}, element("span", {}, Label), input, output));
  }
  await draw();
  box.prepend(img);
  says.after(sliders);
  if (figure.Again) {
    const button = element("button", {type: "button"}, figure.Again);
    button.onclick = () => { again++; move(); };
    buttons.prepend(button);
    made.push(button);
  }
  return made;
}

for (const cell of document.querySelectorAll("[class*=tag_figure-]")) {
  const name = /tag_figure-(\w+)/.exec(cell.className)[1];
  const stored = [...cell.querySelector(".cell_output").children].find(e => e.matches("img") || e.querySelector("img"));
  const button = element("button", {type: "button", "aria-expanded": "false"}, "Move it yourself");
  const says = element("p", {role: "status"}), buttons = element("div", {class: "buttons"}, button);
  const box = element("div", {class: "figure", role: "group", "aria-label": "A figure to move"}, says, buttons);
  let made;
  button.onclick = async () => {
    if (!made) {
      button.disabled = true;
      says.textContent = "Loading …";
      try {
        const all = await (loaded ??= load());
        made = await unfold(all.find(f => f.Name === name), box, says, buttons);
      } catch (mistake) {
        loaded = null;
        says.textContent = `The figure cannot be moved here: ${mistake.message ?? mistake}`;
        return;
      } finally {
        button.disabled = false;
      }
    }
    const show = !stored.hidden;
    for (const e of [...made, says]) e.hidden = !show;
    stored.hidden = show;
    button.textContent = show ? "Back to the stored picture" : "Move it yourself";
    button.setAttribute("aria-expanded", show);
    button.focus();
  };
  stored.after(box);
}
