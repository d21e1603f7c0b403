// Documents with their text: each word of the vocabulary has the colour of its topic.
import { select } from "d3-selection";
import { nameOf, nameOfDocument, percent } from "./model.js";

export function documents(data, go) {
  const panel = select("#documents");
  panel.select(".more").on("click", () => go(state => ({ more: state.more + 10 })));
  const list = panel.select("ol").on("click", event => {
    const word = event.target.closest?.("[data-word]");
    if (word) go({ word: Number(word.dataset.word), document: null, more: undefined });
  });

  function draw(state) {
    const chosen = choose(state), focused = list.node().contains(document.activeElement);
    panel.select("h2").text(chosen.heading);
    panel.select(".note").text(chosen.note);
    const shown = chosen.documents.slice(0, state.more);
    panel.select(".more").attr("hidden", shown.length < chosen.documents.length ? null : "")
      .text(`Show more of ${chosen.documents.length}`);
    list.selectAll("li").remove();
    const item = list.selectAll("li").data(shown).join("li");
    const head = item.append("h3");
    head.append("button").attr("type", "button").text(d => nameOfDocument(data, d))
      .attr("aria-pressed", d => d === state.document)
      .on("click", (_, d) => go({ document: d === state.document ? null : d, more: undefined }));
    head.append("span").attr("class", "date").text(d => data.documents[d].date ?? "");
    const topics = item.append("p").attr("class", "topics").selectAll("button").data(d => topicsOf(data, d)).join("button")
      .attr("type", "button").style("--hue", t => data.topics[t.topic].hue)
      .attr("aria-pressed", t => t.topic === state.topic)
      .on("click", (_, t) => go({ topic: t.topic, document: null, more: undefined }));
    topics.text(t => `${nameOf(data, t.topic)}, ${percent(t.share)}`);
    item.filter(d => data.documents[d].bag).append("p").attr("class", "note")
      .text(d => data.documents[d].length ? "This document has no text. Its words:" : "This document has neither text nor words.");
    item.append("p").attr("class", "text").each(function (d) { this.append(...colour(data, d, state)); });
    if (focused) list.select("button").node()?.focus({ preventScroll: true });
    if (state.document !== null) panel.node().scrollIntoView({ block: "nearest" });
  }

  // Which documents to show, in which order, and what to say about them.
  function choose({ topic, word, document }) {
    if (document !== null) {
      return { heading: nameOfDocument(data, document), note: "", documents: [document] };
    }
    if (word !== null) {
      const counts = data.documentsWith(word), in_ = data.words[word];
      if (topic === null) {
        const documents = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
        return { heading: `Documents with “${in_}”`, note: "Those that have it most often come first.", documents };
      }
      const documents = data.about[topic].map(([d]) => d).filter(d => counts.has(d));
      return { heading: `Documents with “${in_}” about topic ${nameOf(data, topic)}`,
        note: "Those most centred on the topic come first.", documents };
    }
    if (topic !== null) {
      const documents = data.about[topic].map(([d]) => d);
      return { heading: `Documents most centred on topic ${nameOf(data, topic)}`,
        note: documents.length ? "" : "No document has 1 % or more of this topic.", documents };
    }
    return { heading: "Documents", note: "Choose a topic or a word to see documents about it.", documents: [] };
  }
  return { key: state => `${state.topic} ${state.word} ${state.document} ${state.more}`, draw };
}

// The topics of a document with 5 % or more.
function topicsOf(data, d) {
  const list = data.documents[d].topics, topics = [];
  for (let i = 0; i < list.length; i += 2) if (list[i + 1] >= 0.05) topics.push({ topic: list[i], share: list[i + 1] });
  return topics;
}

// The text in pieces: plain text, and a mark for each word of the vocabulary.
function colour(data, d, state) {
  const { text, spans } = data.documents[d], pieces = [];
  let at = 0;
  for (let i = 0; i < spans.length; i += 4) {
    const [gap, length, word, topic] = spans.slice(i, i + 4);
    if (gap) pieces.push(text.slice(at, at + gap));
    at += gap + length;
    const mark = document.createElement("span");
    mark.className = `t${topic === state.topic ? " chosen" : ""}${word === state.word ? " found" : ""}`;
    mark.style.setProperty("--hue", data.topics[topic].hue);
    mark.dataset.word = word;
    mark.title = `topic ${nameOf(data, topic)}`;
    mark.textContent = text.slice(at - length, at);
    pieces.push(mark);
  }
  pieces.push(text.slice(at));
  return pieces;
}
