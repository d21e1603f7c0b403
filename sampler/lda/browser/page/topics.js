// The list of topics: a button for each. This is the way to choose a topic by keyboard.
import { select } from "d3-selection";
import { nameOf, percent } from "./model.js";

export function topics(data, go) {
  const list = select("#topics ul");
  const largest = Math.max(...data.topics.map(t => t.share), 1e-9);
  const items = list.selectAll("li").data([null, ...data.order]).join("li");
  const buttons = items.append("button").attr("type", "button")
    .on("click", (_, k) => go({ topic: k, document: null, more: undefined }))
    .on("keydown", move);
  buttons.filter(k => k === null).text("All topics");
  const each = buttons.filter(k => k !== null).style("--hue", k => data.topics[k].hue);
  const names = each.append("span").attr("class", "name");
  each.append("span").attr("class", "share").text(k => percent(data.topics[k].share));
  select("#topics .note").text("Their shares of all tokens" +
    (data.others > 0 ? `, and in how many of ${data.others} other chains each was found again.` : "."));
  if (data.others > 0) {
    each.append("span").attr("class", "found").text(k => found(data, k))
      .attr("title", k => `found again in ${data.topics[k].found} of ${data.others} other chains`);
  }
  each.append("span").attr("class", "bar").style("width", k => `${100 * data.topics[k].share / largest}%`);

  function move(event) {
    const all = buttons.nodes(), at = all.indexOf(event.currentTarget);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  }
  return {
    key: state => state.topic,
    draw: state => {
      names.text(k => nameOf(data, k));
      buttons.attr("aria-pressed", k => k === state.topic);
    },
  };
}

const found = (data, k) => `in ${data.topics[k].found}/${data.others}`;
