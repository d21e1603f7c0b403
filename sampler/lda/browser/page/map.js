// The map: a disc for each topic. Topics with similar words are near to one another.
import { select } from "d3-selection";
import { nameOf, percent, topicsOfWord } from "./model.js";

const WIDTH = 520, HEIGHT = 400, EDGE = 46, LARGEST = 42;

export function map(data, go) {
  const svg = select("#map svg").attr("viewBox", `0 0 ${WIDTH} ${HEIGHT}`).attr("role", "img");
  const place = scale(data.topics);
  const layer = kind => svg.selectAll(kind).data([...data.order]).join(kind)
    .attr("transform", k => `translate(${place(data.topics[k])})`);
  const discs = layer("circle").style("--hue", k => data.topics[k].hue)
    .on("click", (_, k) => go({ topic: k, document: null, more: undefined }));
  const titles = discs.append("title");
  const numbers = layer("text").attr("dy", "0.35em").text(k => k);

  function draw(state) {
    const share = data.topics.map(t => t.share);
    if (state.word !== null) {
      share.fill(0);
      for (const { topic, tokens } of topicsOfWord(data, state.word)) share[topic] = tokens / (data.counts[state.word] || 1);
    }
    const most = Math.max(...share, 1e-9);
    discs.classed("chosen", k => k === state.topic).attr("r", k => LARGEST * Math.sqrt(share[k] / most));
    titles.text(k => `${nameOf(data, k)}, ${percent(data.topics[k].share)} of all tokens`);
    numbers.classed("chosen", k => k === state.topic).classed("without", k => share[k] === 0);
    const what = state.word === null ? "their shares of all tokens" : `the shares of “${data.words[state.word]}”`;
    select("#map .note").text(`Areas are ${what}. Topics with similar words are near to one another.`);
    svg.attr("aria-label", `Map of ${data.topics.length} topics; areas are ${what}. The list of topics has the same topics.`);
  }
  return { key: state => `${state.topic} ${state.word}`, draw };
}

// From coordinates to places, the same for both axes: distances mean something.
function scale(topics) {
  const range = axis => {
    const values = topics.map(t => t[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [left, right] = range("x"), [low, high] = range("y");
  const unit = Math.min((WIDTH - 2 * EDGE) / (right - left || 1), (HEIGHT - 2 * EDGE) / (high - low || 1));
  return t => [WIDTH / 2 + unit * (t.x - (left + right) / 2), HEIGHT / 2 - unit * (t.y - (low + high) / 2)];
}
