// Bars: the words of a topic, or the words that tell topics apart best, or the topics of one word.
import { select } from "d3-selection";
import { scaleLinear } from "d3-scale";
import { count, nameOf, relevantWords, topicsOfWord } from "./model.js";

export function words(data, go) {
  const slider = select("#lambda").on("input", event => go({ lambda: Number(event.target.value) }, true));

  function draw(state) {
    const k = state.topic;
    select("#words h2").text(k === null ? "Words that tell topics apart" : `Words of topic ${nameOf(data, k)}`);
    select("#slider").attr("hidden", k === null ? "" : null);
    slider.property("value", state.lambda);
    select("#lambda-value").text(state.lambda.toFixed(2));
    select("#words .note").text(note(k));
    const rows = k === null
      ? data.salient.map(word => ({ word, tokens: 0, other: [] }))
      : data.topics[k].flat ? [] : relevantWords(data, k, state.lambda);
    table(rows, state);
    one(state);
  }

  function note(k) {
    if (k === null) return "The words with the largest saliency. Bars are their tokens in all documents.";
    const topic = data.topics[k];
    if (topic.flat) return "This topic has no word of its own: all words are equally probable in it.";
    const chains = data.others === 0 ? ""
      : topic.found === 0 ? " No other chain found this topic again."
      : ` Ticks: tokens in the ${topic.found} of ${data.others} other chains that found this topic again.`;
    return "In colour: tokens in this topic. In grey: tokens in all documents." + chains;
  }

  function table(rows, state) {
    const most = Math.max(...rows.map(r => Math.max(data.counts[r.word], ...r.other)), 1e-9);
    const x = scaleLinear([0, most], [0, 100]);
    const hue = state.topic === null ? 250 : data.topics[state.topic].hue;
    const row = select("#words tbody").selectAll("tr").data(rows, r => r.word)
      .join(enter => {
        const tr = enter.append("tr");
        tr.append("th").attr("scope", "row").append("button").attr("type", "button").text(r => data.words[r.word])
          .attr("title", r => data.words[r.word])
          .on("click", (_, r) => go({ word: r.word, document: null, more: undefined }));
        tr.append("td").attr("class", "bars");
        tr.append("td").attr("class", "in");
        tr.append("td").attr("class", "all");
        return tr;
      })
      .order()
      .style("--hue", hue);
    row.select("button").attr("aria-pressed", r => r.word === state.word);
    row.select("td.in").text(r => state.topic === null ? "" : count(r.tokens));
    row.select("td.all").text(r => count(data.counts[r.word]));
    bars(row.select(".bars"), r => [["all", data.counts[r.word]], ["in", r.tokens]], r => r.other, x);
    select("#words table").classed("salient", state.topic === null);
  }

  // The topics of the chosen word.
  function one(state) {
    const box = select("#word").attr("hidden", state.word === null ? "" : null);
    if (state.word === null) return;
    const list = topicsOfWord(data, state.word);
    const x = scaleLinear([0, Math.max(...list.map(t => t.tokens), 1e-9)], [0, 100]);
    box.select("h2").text(`Topics of “${data.words[state.word]}”`);
    const row = box.select("tbody").selectAll("tr").data(list.slice(0, 10), t => t.topic)
      .join(enter => {
        const tr = enter.append("tr");
        tr.append("th").attr("scope", "row").append("button").attr("type", "button")
          .on("click", (_, t) => go({ topic: t.topic, document: null, more: undefined }));
        tr.append("td").attr("class", "bars");
        tr.append("td").attr("class", "all");
        return tr;
      })
      .order()
      .style("--hue", t => data.topics[t.topic].hue);
    row.select("button").text(t => nameOf(data, t.topic)).attr("title", t => nameOf(data, t.topic))
      .attr("aria-pressed", t => t.topic === state.topic);
    row.select("td.all").text(t => count(t.tokens));
    bars(row.select(".bars"), t => [["in", t.tokens]], () => [], x);
  }
  return { key: state => `${state.topic} ${state.word} ${state.lambda}`, draw };
}

// Bars one over the other, and ticks, in the cells of a column.
export function bars(cells, lengths, ticks, x) {
  cells.selectAll(".bar").data(lengths).join("span").attr("class", d => `bar ${d[0]}`).style("width", d => `${x(d[1])}%`);
  cells.selectAll(".tick").data(ticks).join("span").attr("class", "tick").style("left", d => `${x(d)}%`);
}
