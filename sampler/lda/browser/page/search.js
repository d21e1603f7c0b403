// Find a word: an input that offers words that begin with, or contain, what was typed.
import { select } from "d3-selection";

export function search(data, go) {
  const input = select("#search"), said = select("#search-said");
  const words = data.words.map((word, w) => [word.toLowerCase(), w]);
  const matching = typed => {
    const begin = [], inside = [];
    for (const [word, w] of words) {
      const at = word.indexOf(typed);
      if (at === 0) begin.push(w); else if (at > 0) inside.push(w);
    }
    return [...begin.sort((a, b) => data.counts[b] - data.counts[a]), ...inside].slice(0, 12);
  };
  input.on("input", () => {
    const typed = input.property("value").trim().toLowerCase();
    said.text("");
    select("#search-words").selectAll("option").data(typed ? matching(typed) : []).join("option").attr("value", w => data.words[w]);
  });
  select("#find").on("submit", event => {
    event.preventDefault();
    const typed = input.property("value").trim();
    const w = data.index.get(typed) ?? data.index.get(typed.toLowerCase()) ?? matching(typed.toLowerCase())[0];
    if (typed === "") go({ word: null, document: null, more: undefined });
    else if (w === undefined) said.text(`No word contains “${typed}”.`);
    else go({ word: w, document: null, more: undefined });
  });
  return {
    key: state => state.word,
    draw: state => {
      input.property("value", state.word === null ? "" : data.words[state.word]);
      said.text("");
      select("#clear").attr("hidden", state.word === null ? "" : null);
    },
  };
}
