// The state of the page is in its address: #topic=3&word=tax&lambda=0.6&document=17&more=20&names={"3":"Taxes"}.

export const START = { topic: null, word: null, lambda: 0.6, document: null, more: 10, names: {} };

// What the address says, as far as it makes sense for the data.
export function read(data, index) {
  const said = new URLSearchParams(location.hash.slice(1));
  const number = (name, below) => {
    const n = Number(said.get(name));
    return said.has(name) && said.get(name) !== "" && Number.isInteger(n) && n >= 0 && n < below ? n : null;
  };
  const lambda = said.has("lambda") ? Number(said.get("lambda")) : START.lambda;
  return {
    topic: number("topic", data.topics.length),
    word: index.get(said.get("word")) ?? null,
    lambda: lambda >= 0 && lambda <= 1 ? Math.round(lambda * 100) / 100 : START.lambda,
    document: number("document", data.documents.length),
    more: number("more", 1e6) ?? START.more,
    names: names(said.get("names"), data.topics.length),
  };
}

// New names of topics.
function names(text, topics) {
  const to = {};
  try {
    for (const [k, name] of Object.entries(JSON.parse(text) ?? {})) {
      if (/^\d+$/.test(k) && k < topics && typeof name === "string" && name.length <= 100) to[k] = name;
    }
  } catch { /* no names */ }
  return to;
}

// The address of a state.
export function address(state, data) {
  const say = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const said = name === "word" ? data.words[value] : name === "names" ? JSON.stringify(value) : value;
    if (value !== START[name] && said !== "{}") say.set(name, said);
  }
  return "#" + say;
}
