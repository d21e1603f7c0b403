// The page draws its state, which is in its address. A click changes the address.
import { select } from "d3-selection";
import { about } from "./about.js";
import { documents } from "./documents.js";
import { map } from "./map.js";
import { prepare } from "./model.js";
import { search } from "./search.js";
import { START, address, read } from "./state.js";
import { time } from "./time.js";
import { topics } from "./topics.js";
import { words } from "./words.js";

const data = prepare(JSON.parse(document.getElementById("data").textContent));
let state = null;

// Change the state: by the values that are given (undefined is the value at the start), or by a function of the state.
// In passing, it leaves no step for the Back button.
function go(change, passing = false) {
  const to = { ...state, ...(typeof change === "function" ? change(state) : change) };
  for (const name in to) if (to[name] === undefined) to[name] = START[name];
  const hash = address(to, data);
  if (passing) location.replace(hash);
  else location.hash = hash;
}

const panels = [topics, map, words, time, about, documents, search].map(panel => panel(data, go));
let keys = panels.map(() => null);

function draw() {
  state = read(data, data.index);
  data.topics.forEach((t, k) => { t.name = state.names[k] ?? data.first[k]; });
  const names = JSON.stringify(state.names);
  panels.forEach((panel, i) => {
    const key = `${names} ${panel.key(state)}`;
    if (key !== keys[i]) panel.draw(state);
    keys[i] = key;
  });
  select("#link").attr("href", location.href);
  document.documentElement.dataset.drawn = location.hash; // tests wait for this
}

select("#clear").on("click", () => go({ word: null, document: null, more: undefined }));
addEventListener("keydown", event => {
  if (event.key === "Escape") go({ topic: null, word: null, document: null, more: undefined });
});
addEventListener("hashchange", draw);
draw();
