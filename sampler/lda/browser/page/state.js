// The state of the page is in its address: #topic=3&word=tax&lambda=0.6&document=17&more=20.

export const START = { topic: null, word: null, lambda: 0.6, document: null, more: 10 };

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
  };
}

// The address of a state.
export function address(state, data) {
  const say = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== START[name]) say.set(name, name === "word" ? data.words[value] : value);
  }
  return "#" + say;
}
