// Numbers that several panels need.

export function prepare(data) {
  const index = new Map(data.words.map((word, w) => [word, w]));
  const order = data.topics.map((_, k) => k).sort((a, b) => data.topics[b].share - data.topics[a].share || a - b);
  order.forEach((k, rank) => { data.topics[k].hue = (rank * 137.508 + 250) % 360; });

  // for each topic, the documents about it, those most centred on it first
  const about = data.topics.map(() => []);
  data.documents.forEach((doc, d) => {
    for (let i = 0; i < doc.topics.length; i += 2) about[doc.topics[i]].push([d, doc.topics[i + 1]]);
  });
  for (const list of about) list.sort((a, b) => b[1] - a[1] || a[0] - b[0]);

  // for each word, how often it occurs in which document; made when first asked for
  let where = null;
  const documentsWith = w => {
    if (!where) {
      where = data.words.map(() => new Map());
      data.documents.forEach((doc, d) => {
        for (let i = 2; i < doc.spans.length; i += 4) {
          const counts = where[doc.spans[i]];
          counts.set(d, (counts.get(d) ?? 0) + 1);
        }
      });
    }
    return where[w];
  };
  const first = data.topics.map(t => t.name); // the names before they are changed
  return { ...data, first, index, order, about, documentsWith };
}

// λ log φ + (1−λ) log (φ / p) of the i-th word of a topic.
export function relevance(data, topic, i, lambda) {
  const p = data.counts[topic.words[i]] / data.tokens;
  return Math.log(topic.phi[i]) - (1 - lambda) * Math.log(p);
}

// The most relevant words of a topic: word, tokens in the topic, and tokens in it in the other chains.
export function relevantWords(data, k, lambda, most = 30) {
  const topic = data.topics[k];
  return topic.words
    .map((word, i) => ({
      word, relevance: relevance(data, topic, i, lambda),
      tokens: data.tokens * topic.share * topic.phi[i], other: topic.other ? topic.other[i] : [],
    }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, most);
}

// The topics of a word, and its tokens in each.
export function topicsOfWord(data, w) {
  const list = data.ofWord[w], topics = [];
  for (let i = 0; i < list.length; i += 2) topics.push({ topic: list[i], tokens: list[i + 1] });
  return topics;
}

export const percent = share => (100 * share).toFixed(share < 0.0995 ? 1 : 0) + " %";
export const count = n => n < 9.95 ? n.toFixed(1) : Math.round(n).toString();
export const nameOf = (data, k) => `${k}: ${data.topics[k].name}`;
export const nameOfDocument = (data, d) => data.documents[d].name ?? `document ${d}`;
