"use strict";
// The page that runs models. All that comes from a link, a file or a model is text: it goes into the
// page as text, and pictures are images, in which no script runs.

const $ = id => document.getElementById(id);
const numbers = ["chains", "warmup", "draws", "seed"];
const few = 20;       // draws of each chain, before which there is nothing to see
const long = 100_000; // characters of data that a text field can still show

let program;      // compiled
let desk;         // the machine that compiles models and draws pictures
let chains = [];  // the machines that run chains
let current = 0;  // the number of the present run; what others send is late
let running = 0;  // chains of the present run that have not finished
let counts = [];  // how many draws of each chain have come
let adding;       // the last that were sent
let about = null; // the present model
let file = null;  // data that are too long for the text field

// A Machine is a worker with a program of its own.
class Machine {
  constructor() {
    this.calls = new Map();
    this.count = 0;
    this.worker = new Worker("worker.js");
    this.worker.onmessage = ({data: {id, answer, sweeps, draws}}) => {
      const call = this.calls.get(id);
      if (answer === undefined) {
        call.send(sweeps, draws);
        return;
      }
      this.calls.delete(id);
      const {Value, Error: mistake} = JSON.parse(answer);
      mistake ? call.reject(mistake) : call.resolve(Value);
    };
    this.worker.onerror = e => this.fail(`The sampler cannot run: ${e.message}`);
    this.worker.postMessage({module: program});
  }
  call(name, ...args) { return this.start(null, name, args); }
  start(send, name, args) {
    return new Promise((resolve, reject) => {
      const id = ++this.count;
      this.calls.set(id, {resolve, reject, send});
      this.worker.postMessage({id, name, args});
    });
  }
  get busy() { return this.calls.size > 0; }
  fail(text) {
    for (const call of this.calls.values()) call.reject({Text: text});
    this.calls.clear();
  }
  end() {
    this.worker.terminate();
    this.fail("Stopped.");
  }
}

const data = () => file ?? $("data").value;
const setting = name => {
  const box = $(name), v = Math.round(Number(box.value));
  return box.value !== "" && v >= box.min && v <= box.max ? v : Number(box.defaultValue);
};
const settings = chain => ({chain, ...Object.fromEntries(numbers.map(n => [n, setting(n)]))});
const chosen = name => document.querySelector(`input[name=${name}]:checked`)?.value ?? "";

function element(tag, text = "", attributes = {}) {
  const e = document.createElement(tag);
  e.textContent = text;
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
}

// Models

async function load() {
  const response = await fetch("gibbslab.bin");
  if (!response.ok) throw new Error(`gibbslab.bin: ${response.status}`);
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
}

// compile reads the model, and shows what is known before it runs, or the mistake.
async function compile() {
  if (desk.busy && desk.compiling) { // it may never come back
    desk.end();
    desk = new Machine();
  }
  const mine = desk;
  mine.compiling = true;
  about = null;
  try {
    about = await mine.call("compile", $("text").value, data(), setting("chains"));
    wrong({Text: ""});
    show();
    return true;
  } catch (mistake) {
    if (mine === desk) wrong(mistake);
    return false;
  } finally {
    mine.compiling = false;
  }
}

function show() {
  about.heed = [...suspects(), ...about.Plan.Warnings ?? []];
  list($("heed"), about.heed);
  table($("plan"), {...about.Plan, Warnings: []});
  picture($("plates"), about.Plates);
  const before = chosen("unknown");
  const names = ["", ...about.Unknowns.map(u => u.Name)];
  $("unknowns").replaceChildren(...names.map(name => {
    const label = element("label"), radio = element("input", "", {type: "radio", name: "unknown", value: name});
    radio.checked = name === (names.includes(before) ? before : "");
    label.append(radio, name || "all");
    return label;
  }));
  derive();
}

// notes says what the data hold, or what is wrong with them.
async function notes() {
  const mine = desk;
  let found = [];
  try {
    name();
    found = await mine.call("notes", data()) ?? ["There are no data. Without them the draws come from the prior."];
    if ($("mistake").dataset.data) wrong({Text: ""});
  } catch (mistake) {
    if (mine !== desk) return notes(); // it was ended
    wrong(mistake, true);
  }
  await pressed;
  list($("notes"), found);
}

// name gives bare numbers, one on a line or all on one, the name of the column that was here before. A
// single column has decimal points.
let column = "y";
function name() {
  if (file) return;
  const lines = $("data").value.trim().replace(/^(\[|c\()\s*|\s*[\])]$/g, "").split(/[,;]?\s*\n\s*/);
  const named = /^[A-Za-z][\w.]*$/.test(lines[0]), line = lines[0].replace(/[,;]$/, "");
  if (named) column = lines[0];
  const cells = named ? lines.slice(1) : lines.length > 1 ? lines :
    line.split(line.includes(";") ? /\s*;\s*/ : /\s/.test(line) ? /,?\s+/ : ",");
  const point = c => named || lines.length === 1 ? c.replace(",", ".") : c; // elsewhere a comma may part two columns
  if (cells.length && cells.every(c => /^(NA|[-+]?\d*\.?\d+([eE][-+]?\d+)?)$/.test(point(c)))) {
    const text = [column, ...cells.map(point)].join("\n");
    if (text !== $("data").value.trim()) $("data").value = text;
  }
}

// suspects are slips that every sampler would run. The names of the unknowns give them away.
function suspects() {
  const found = [];
  for (const [, law, by] of $("text").value.replace(/#.*/g, "").matchAll(/\b(dnorm|Normal)\s*\([^~{}]*?,\s*([A-Za-z][\w.]*)\s*(?:\[[^\]]*\]\s*)?\)/g)) {
    if (law === "dnorm" && /^(sigma|sd|stdev|s)([._\d]|$)/i.test(by)) {
      found.push(`dnorm takes a precision, 1/variance, and ${by} seems to be a standard deviation. Write Normal instead.`);
    } else if (law === "Normal" && /^(tau|prec|precision)([._\d]|$)/i.test(by)) {
      found.push(`Normal takes a standard deviation, and ${by} seems to be a precision. Write dnorm instead.`);
    }
  }
  return [...new Set(found)];
}

// list shows texts. What stands there already is not said twice.
function list(into, texts) {
  if ([...into.children].map(e => e.textContent).join("\n") === texts.join("\n")) return;
  into.replaceChildren(...texts.map(t => element("li", t)));
}

// pressed is over when no button of the mouse is down: what a click is for must not move away below it.
let pressed;
addEventListener("pointerdown", () => pressed = new Promise(over => {
  for (const e of ["pointerup", "pointercancel"]) addEventListener(e, over, {once: true, capture: true});
}), true);

// wrong shows a mistake in the model, or in the data.
async function wrong(mistake, inData) {
  await pressed;
  const at = $("mistake").dataset;
  $("mistake").textContent = mistake.Text.replace("datasets: file data.csv: ", "In the data: ")
    .replace(/; for a column of texts.*/, "");
  const names = $("notes").firstChild?.textContent.match(/Variables: (.*)\.$/);
  if (names && / is not defined\. /.test(mistake.Text)) $("mistake").textContent += `\n\nThe data have ${names[1]}: use these names in the model.`;
  at.data = inData || "";
  at.at = "";
  if (mistake.Line) {
    const lines = $("text").value.split("\n").slice(0, mistake.Line - 1);
    at.at = lines.join("\n").length + (lines.length ? 1 : 0) + mistake.Col - 1;
  }
}

// Runs

// rest ends a machine that is at work, and keeps one that is not.
function rest(machine) {
  if (!machine?.busy) return machine;
  machine.end();
  return undefined;
}

async function run() {
  const mine = ++current;
  const n = setting("chains"), sweeps = setting("warmup") + setting("draws");
  chains = chains.map(rest);
  for (let c = 0; c < n; c++) chains[c] ??= new Machine();
  running = n;
  $("stop").disabled = false;
  $("take").hidden = true;
  $("verdict").textContent = "The model is read.";
  name();
  if (!await compile() || mine !== current) {
    if (mine === current) finish("There is a mistake in the model or in the data.");
    return false;
  }
  $("progress").replaceChildren(...Array.from({length: n}, (_, c) =>
    element("progress", "", {max: sweeps, value: 0, "aria-label": `chain ${c}`})));
  $("verdict").textContent = "The chains warm up.";
  const text = $("text").value, values = data();
  const held = counts = Array(n).fill(0);
  await Promise.all(Array.from({length: n}, async (_, c) => {
    try {
      await chains[c].start((done, draws) => {
        if (mine !== current) return;
        $("progress").children[c].value = done;
        if (draws.length) {
          adding = desk.call("add", c, draws).then(count => {
            held[c] = count;
            draw();
          }, () => {});
        }
      }, "run", [text, values, settings(c)]);
    } catch (mistake) {
      if (mine === current) wrong(mistake);
    }
    if (mine === current && --running === 0) finish();
  }));
  return true;
}

// stop ends the chains at once. The draws that they have sent stay.
function stop() {
  current++;
  chains = chains.map(rest);
  if (desk.compiling) {
    desk.end();
    desk = new Machine();
    about = null;
  }
  finish("Stopped. There are no draws yet.");
}

async function finish(verdict) {
  const mine = current;
  running = 0;
  $("stop").disabled = true;
  if (verdict) $("verdict").textContent = verdict;
  if (about) await adding;
  if (mine !== current) return;
  if (about && counts.some(Boolean)) {
    await draw();
    $("take").hidden = !about;
    return;
  }
  // What an older model drew must not stand beside this.
  $("verdict").textContent = verdict || "There are no draws.";
  for (const id of ["heed", "progress", "unknowns", "summary", "no-picture"]) $(id).replaceChildren();
  $("picture").hidden = true;
}

// draw shows the draws so far. While it is at work, others only ask it to look once more.
let drawing = null, again = false;
function draw() {
  again = true;
  drawing ??= (async () => {
    await null; // drawing is set before it is cleared
    while (again && about) {
      again = false;
      const live = running > 0, of = about;
      if (live ? counts.some(count => count < few) : !counts.some(Boolean)) continue;
      try {
        const room = Math.round($("picture").parentElement.clientWidth);
        const shown = await desk.call("picture", chosen("kind"), chosen("unknown"), room, live);
        if (about !== of) continue;
        picture($("picture"), shown);
        $("no-picture").textContent = "";
        document.documentElement.dataset.first ??= performance.now();
      } catch (mistake) {
        if (about !== of) continue;
        $("picture").hidden = true;
        $("no-picture").textContent = live ? "" : mistake.Text;
      }
      try {
        const found = await desk.call("summary", live);
        if (about !== of) continue;
        $("verdict").textContent = (live ? "So far: " : "") + found.Verdict;
        list($("heed"), [...about.heed, ...found.Warnings ?? []]);
        table($("summary"), {...found, Warnings: []}, true);
      } catch { /* there are no draws */ }
      $("picture").dataset.live = live;
    }
    drawing = null;
  })();
  return drawing;
}

function picture(img, drawn) {
  img.hidden = !drawn;
  if (!drawn) return;
  img.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(drawn.SVG);
  img.alt = drawn.Words;
  img.width = drawn.Width;
  img.height = drawn.Height;
}

// table shows a report, with its verdict if that stands nowhere else.
function table(into, report, bare) {
  const rows = (tag, cells) => {
    const tr = element("tr");
    cells.forEach((cell, c) => tr.append(element(cell ? tag : "td", cell, {class: report.Text[c] ? "text" : "number"})));
    return tr;
  };
  const all = element("table"), head = element("thead"), body = element("tbody");
  head.append(rows("th", report.Head ?? []));
  body.append(...(report.Rows ?? []).map(r => rows("td", r)));
  all.append(head, body);
  const texts = [...(report.Warnings ?? []).map(w => "! " + w), ...(report.Notes ?? [])];
  if (!bare) texts.unshift(report.Verdict);
  into.replaceChildren(...(bare ? [all] : []), ...texts.map(t => element("p", t)), ...(bare ? [] : [all]));
}

// Derivations

async function derive() {
  const name = chosen("unknown") || about?.Unknowns.find(u => u.Drawn)?.Name;
  if (!name) return;
  $("how-title").textContent = `The derivation of ${name}`;
  if (!$("how").open) return;
  let text;
  try {
    text = await desk.call("derivation", name);
  } catch (mistake) {
    text = mistake.Text;
  }
  $("derivation").replaceChildren(...text.split(/\n\n+/).filter(Boolean).map(typeset));
  $("derivation").dataset.of = name;
}

// Sliders

let moved = null; // the number that the slider moves: where it stands, and what it was
function take() {
  const box = $("text"), at = box.selectionStart;
  if (at !== box.selectionEnd) return;
  const found = [...box.value.matchAll(/(?<![\w.])\d+\.?\d*(?:[eE][-+]?\d+)?(?![\w.])/g)]
    .find(m => m.index <= at && at <= m.index + m[0].length);
  $("slider").hidden = !found;
  moved = found && {from: found.index, text: found[0], was: Number(found[0])};
  if (moved) {
    $("number").value = 0;
    label();
  }
}

function label() {
  const line = $("text").value.slice(0, moved.from).split("\n").length;
  const text = $("text").value.split("\n")[line - 1].trim();
  $("number-label").textContent = `${moved.text} in line ${line}: ${text}`;
}

// slide multiplies the number by up to five, or divides it.
function slide() {
  const s = $("number").value / 100, whole = /^\d+$/.test(moved.text) && moved.was >= 20;
  const value = moved.was === 0 ? 5 * Math.max(0, s) : moved.was * 5 ** s;
  const text = whole ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
  const box = $("text");
  box.value = box.value.slice(0, moved.from) + text + box.value.slice(moved.from + moved.text.length);
  moved.text = text;
  label();
  follow();
}

// follow runs the model once more when the last run has finished, or has had a moment.
let following = null;
async function follow() {
  if (following) {
    following.again = true;
    return;
  }
  following = {again: true};
  while (following.again) {
    following.again = false;
    await Promise.race([run(), new Promise(r => setTimeout(r, 400))]);
  }
  following = null;
}

// Links hold the whole state: JSON, packed, in the letters of base64.

async function through(bytes, stream, most) {
  const parts = [], reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let size = 0, r; !(r = await reader.read()).done; parts.push(r.value)) {
    if ((size += r.value.length) > most) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function link() {
  const state = {text: $("text").value, data: data(), ...Object.fromEntries(numbers.map(n => [n, setting(n)]))};
  if (state.data.length > long) state.data = "";
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"), 1e9);
  let letters = "";
  for (const b of packed) letters += String.fromCharCode(b);
  history.replaceState(null, "", "#" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
  const words = state.data || !data() ? "The link is copied." : "The link is copied. The data are too long for it.";
  try {
    await navigator.clipboard.writeText(location.href);
    $("copied").textContent = words;
  } catch {
    $("copied").textContent = "The link is in the address bar.";
  }
}

// restore fills the fields from the link. It does not run the model.
async function restore() {
  if (location.hash.length < 2) return "nothing";
  try {
    const letters = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, c => c.charCodeAt(0));
    const text = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), 10 * long));
    const state = JSON.parse(text);
    if (typeof state.text !== "string" || typeof state.data !== "string") throw new Error("no model");
    fill(state);
    return "a model";
  } catch {
    return "damage";
  }
}

function fill(state) {
  unload();
  $("text").value = state.text;
  setData(state.data);
  for (const n of numbers) {
    $(n).value = $(n).defaultValue;
    if (Number.isSafeInteger(state[n])) $(n).value = state[n];
  }
  $("slider").hidden = true;
}

// setData puts data into the text field, or keeps them aside if they are long.
function setData(text) {
  file = text.length > long ? text : null;
  $("data").readOnly = file !== null;
  $("unload").hidden = file === null;
  $("data").value = file === null ? text :
    `${text.slice(0, 400)}\n… (${(text.length / 1e6).toFixed(1)} million characters)`;
  if (desk) {
    changed();
    notes();
  }
}

function changed() {
  if (!running) $("verdict").textContent = "This has changed. Press Run, or Ctrl and Enter.";
}

function unload() {
  $("file").value = "";
  setData("");
}

function save(name, text) {
  const a = element("a", "", {download: name, href: URL.createObjectURL(new Blob([text]))});
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}

function download(id, name, ...args) {
  $(id).onclick = async () => {
    try {
      save(name, await desk.call(id, ...args.map(f => f())));
    } catch (mistake) {
      $("copied").textContent = "";
      $("mistake").textContent = mistake.Text;
      $("mistake").focus();
    }
  };
}

async function begin() {
  const restored = await restore();
  try {
    program = await load();
  } catch (e) {
    $("verdict").textContent = location.protocol === "file:" ?
      "A browser runs programs only from a server. In this folder, run python3 -m http.server, and open localhost:8000." :
      `The samplers could not be loaded: ${e.message}`;
    return;
  }
  desk = new Machine();
  const examples = await desk.call("examples");
  $("example").replaceChildren(element("option", "an example …", {value: ""}),
    ...examples.map(e => element("option", e.Title, {value: e.Name})));
  $("example").onchange = () => {
    const e = examples.find(e => e.Name === $("example").value);
    if (e) {
      fill({text: e.Text, data: e.Data});
      run();
    }
  };
  $("run").onclick = () => {
    $("verdict").scrollIntoView({block: "nearest"});
    run().then(ok => ok || $("mistake").scrollIntoView({block: "nearest"}));
  };
  $("stop").onclick = stop;
  $("link").onclick = link;
  $("unload").onclick = unload;
  $("number").oninput = slide;
  $("how").ontoggle = derive;
  for (const e of ["click", "keyup"]) $("text").addEventListener(e, take);
  $("kinds").onchange = draw;
  $("unknowns").onchange = () => { draw(); derive(); };
  $("mistake").onclick = () => {
    if ($("mistake").dataset.at) {
      $("text").focus();
      $("text").setSelectionRange(+$("mistake").dataset.at, +$("mistake").dataset.at);
    }
  };
  $("mistake").onkeydown = e => e.key === "Enter" && $("mistake").click();
  document.onkeydown = e => {
    if (e.ctrlKey && e.key === "Enter") run();
    if (e.key === "Escape" && running) stop();
  };
  $("file").onchange = async () => $("file").files[0] && setData(await $("file").files[0].text());
  $("data").onchange = notes;
  for (const id of ["text", "data"]) $(id).addEventListener("input", changed);
  $("data").onpaste = e => {
    const text = e.clipboardData.getData("text");
    if (text.length <= long) return;
    e.preventDefault();
    setData(text);
  };
  document.ondragover = e => e.preventDefault();
  document.ondrop = async e => {
    if (!e.dataTransfer.files[0]) return;
    e.preventDefault();
    setData(await e.dataTransfer.files[0].text());
  };
  download("csv", "draws.csv");
  download("program", "main.go");
  download("notebook", "model.ipynb", () => settings(0), () => setting("chains"));
  if (restored === "a model") {
    $("verdict").textContent = "The link holds a model. Press Run.";
    notes();
    await compile();
  } else {
    $("example").value = examples[0].Name;
    fill({text: examples[0].Text, data: examples[0].Data});
  }
  if (restored === "damage") $("verdict").textContent = "The link is damaged: it holds no model that can be read.";
  if (restored === "nothing") await run();
  document.documentElement.dataset.ready = true;
}

begin();
