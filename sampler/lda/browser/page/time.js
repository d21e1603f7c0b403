// Topics over time, or over the order of the documents.
import { select } from "d3-selection";
import { scaleLinear, scaleUtc } from "d3-scale";
import { axisBottom, axisLeft } from "d3-axis";
import { line } from "d3-shape";
import { nameOf, percent } from "./model.js";

const WIDTH = 520, HEIGHT = 190, LEFT = 44, RIGHT = 12, TOP = 10, BOTTOM = 26;

export function time(data) {
  const { dated, at, labels, shares } = data.series;
  const svg = select("#time svg").attr("viewBox", `0 0 ${WIDTH} ${HEIGHT}`).attr("role", "img");
  select("#time h2").text(dated ? "Topics over time" : "Topics over the order of documents");
  const x = (dated ? scaleUtc() : scaleLinear()).domain([at[0], at[at.length - 1]]).range([LEFT, WIDTH - RIGHT]);
  const y = scaleLinear().range([HEIGHT - BOTTOM, TOP]);
  svg.append("g").attr("transform", `translate(0,${HEIGHT - BOTTOM})`).call(axisBottom(x).ticks(7).tickSizeOuter(0));
  const left = svg.append("g").attr("transform", `translate(${LEFT},0)`);
  const lines = svg.append("g").attr("clip-path", "url(#plot)").selectAll("path").data(shares).join("path").style("--hue", (_, k) => data.topics[k].hue);
  const dots = svg.append("g");

  function draw(state) {
    const k = state.topic, drawn = k === null ? shares : [shares[k]];
    y.domain([0, Math.max(...drawn.map(s => Math.max(...s)), 1e-9)]).nice();
    left.call(axisLeft(y).ticks(4, "%").tickSizeOuter(0));
    lines.attr("d", line((_, i) => x(at[i]), v => y(v)))
      .attr("class", (_, j) => j === k ? "chosen" : k === null ? "each" : "other");
    dots.style("--hue", k === null ? null : data.topics[k].hue)
      .selectAll("circle").data(k === null ? [] : shares[k]).join(enter => {
        const circle = enter.append("circle").attr("r", 3);
        circle.append("title");
        return circle;
      })
      .attr("cx", (_, i) => x(at[i])).attr("cy", v => y(v))
      .select("title").text((_, i) => `${labels[i]}: ${percent(shares[k][i])}`);
    svg.attr("aria-label", k === null ? "The share of each topic; choose a topic to read its numbers."
      : `The share of topic ${nameOf(data, k)}. ` + labels.map((l, i) => `${l}: ${percent(shares[k][i])}`).join("; "));
  }
  svg.append("clipPath").attr("id", "plot").append("rect").attr("x", LEFT).attr("y", TOP - 4)
    .attr("width", WIDTH - LEFT - RIGHT + 4).attr("height", HEIGHT - TOP - BOTTOM + 4);
  return { key: state => state.topic, draw };
}
