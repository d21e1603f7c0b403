// Package paint holds what the plots of package nb are drawn with: lines, areas, ribbons, levels,
// marks of chains, contours, labels that do not cross, scales, ticks, the colours, and the pictures
// as PNG and SVG. It knows plots and numbers, but no traces.
//
// What can be drawn has a method Plot, and may have DataRange, Thumbnail and GlyphBoxes: gonum's
// plot.Plotter, DataRanger, Thumbnailer and GlyphBoxer.
//
// It is called paint because gonum's package of canvases is called draw, and most files import
// both.
package paint
