// What is known about the chosen topic: its name, which can be changed, its groups and its effects.
import { select } from "d3-selection";
import { scaleLinear } from "d3-scale";
import { bars } from "./words.js";
import { percent } from "./model.js";

export function about(data, go) {
  const panel = select("#about"), input = panel.select("#name");
  let topic = null;
  panel.select("form").on("submit", event => {
    event.preventDefault();
    const name = input.property("value").trim();
    go(state => {
      const names = { ...state.names };
      if (name === "" || name === data.first[topic]) delete names[topic];
      else names[topic] = name;
      return { names };
    });
  });

  function draw(state) {
    topic = state.topic;
    panel.attr("hidden", topic === null ? "" : null);
    if (topic === null) return;
    const t = data.topics[topic];
    panel.select("h2").text(`About topic ${topic}`);
    input.property("value", t.name);
    panel.select("#names").property("value", `[]string{${data.topics.map(t => JSON.stringify(t.name)).join(", ")}}`);
    groups(t);
    effects(t);
  }

  function groups(t) {
    const box = panel.select("#groups").attr("hidden", t.groups ? null : ""), list = [];
    for (let i = 0; i < (t.groups?.length ?? 0); i += 2) list.push({ group: t.groups[i], share: t.groups[i + 1] });
    const x = scaleLinear([0, Math.max(...list.map(g => g.share), 1e-9)], [0, 100]);
    box.select(".note").text(`Groups of documents that the topic belongs to: ${(t.effective ?? 0).toFixed(1)} in effect, of ${data.groups?.length}.`);
    const row = rows(box, list, ["bars", "all"], t);
    row.select("th").text(g => data.groups[g.group]).attr("title", g => data.groups[g.group]);
    row.select("td.all").text(g => percent(g.share));
    bars(row.select(".bars"), g => [["in", g.share]], () => [], x);
  }

  // One scale for all effects of all topics, so that topics can be compared.
  const ends = data.topics.flatMap(t => t.effects ?? []).flatMap(e => e.chains.flat());
  const at = scaleLinear([Math.min(0, ...ends), Math.max(0, ...ends, 1e-9)], [0, 100]);

  function effects(t) {
    const box = panel.select("#effects").attr("hidden", t.effects ? null : "");
    if (!t.effects) return;
    box.select(".note").text("Effects, in percent: the 95 % interval in each chain, R-hat between chains, chains with the same sign, and the "
      + "mean without the group that supports it most (point at it for the name). * can be reported.");
    const row = rows(box, t.effects, ["bars", "range", "rhat", "sign", "without"], t);
    row.select("th").text(e => (e.stands ? "* " : "") + e.name).attr("title", e => e.name);
    const show = v => (100 * v).toFixed(1);
    row.select(".range").text(e => `${show(Math.min(...e.chains.map(c => c[0])))} to ${show(Math.max(...e.chains.map(c => c[0])))}`);
    row.select(".rhat").text(e => e.rhat < 0 ? "" : e.rhat.toFixed(2));
    row.select(".sign").text(e => `${e.agree}/${e.chains.length}`);
    row.select(".without").text(e => show(e.without)).attr("title", e => `without ${e.dropped}`);
    const cell = row.select(".bars").style("height", e => `${0.5 + 0.4 * e.chains.length}rem`);
    cell.selectAll(".zero").data([0]).join("span").attr("class", "zero").style("left", `${at(0)}%`);
    cell.selectAll(".interval").data(e => e.chains).join("span").attr("class", "interval")
      .style("left", c => `${at(c[1])}%`).style("width", c => `${at(c[2]) - at(c[1])}%`).style("top", (_, i) => `${0.4 + 0.4 * i}rem`)
      .attr("title", (c, i) => `chain ${i}: ${show(c[0])} (${show(c[1])} to ${show(c[2])})`);
  }
  return { key: state => state.topic, draw };
}

function rows(box, list, columns, topic) {
  return box.select("tbody").selectAll("tr").data(list).join(enter => {
    const tr = enter.append("tr");
    tr.append("th").attr("scope", "row");
    for (const c of columns) tr.append("td").attr("class", c);
    return tr;
  }).style("--hue", topic.hue);
}
