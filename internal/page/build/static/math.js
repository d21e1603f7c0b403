"use strict";
// Formulas in TeX, as sampler/bugs writes them, become MathML, which browsers typeset with the font
// math.woff2 (internal/tools/mathfont.py writes it). Whatever stands in a formula is text: no part of
// it can become anything but MathML.

const signs = {__proto__: null,
  alpha: "α", beta: "β", gamma: "γ", delta: "δ", varepsilon: "ε", epsilon: "ϵ", zeta: "ζ", eta: "η", theta: "θ", iota: "ι",
  kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "ϕ",
  varphi: "φ", chi: "χ", psi: "ψ", omega: "ω", infty: "∞", ell: "ℓ",
};
const upright = {__proto__: null,
  Gamma: "Γ", Delta: "Δ", Theta: "Θ", Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ", Upsilon: "Υ", Phi: "Φ", Psi: "Ψ", Omega: "Ω",
  top: "⊤", cdots: "⋯", dots: "…", ldots: "…", "#": "#", _: "_", "%": "%", "&": "&", $: "$",
};
const relations = {__proto__: null,
  mid: "∣", propto: "∝", sim: "∼", ge: "≥", le: "≤", ne: "≠", in: "∈", to: "→", approx: "≈", "=": "=", "<": "<", ">": ">", ":": ":",
};
const binaries = {__proto__: null, cdot: "⋅", times: "×", "+": "+", "-": "−", "*": "∗"};
const large = {__proto__: null, sum: "∑", prod: "∏", int: "∫"};
const functions = ["log", "exp", "max", "min", "sin", "cos", "tan", "det"];
const spaces = {__proto__: null, ",": 1 / 6, ":": 2 / 9, ";": 5 / 18, " ": 1 / 4, quad: 1, qquad: 2};
const accents = {__proto__: null, overline: "¯", bar: "¯", hat: "^", tilde: "~"};

function node(tag, inside = [], attributes = {}) {
  const e = document.createElementNS("http://www.w3.org/1998/Math/MathML", tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...[inside].flat());
  return e;
}

const row = nodes => nodes.length === 1 ? nodes[0] : node("mrow", nodes);
const space = em => node("mspace", [], {width: `${em.toFixed(3)}em`});
const named = text => node("mi", text, [...text].length === 1 ? {mathvariant: "normal"} : {});

// formula is a formula in MathML.
function formula(tex, display) {
  const found = [...tex.matchAll(/\\[A-Za-z]+|\\[^]|\d+(?:\.\d+)?|[^\s]/gu)];
  const tokens = found.map(m => m[0]), starts = found.map(m => m.index);
  let at = 0, small = 0; // small: how deep in indices, where operators have no space around them
  const command = () => tokens[at].replace(/^\\(?=.)/, "");

  // raw is the text of a group, with its blanks.
  function raw() {
    const begin = starts[at] + 1;
    for (let depth = 0; at < tokens.length; at++) {
      depth += (tokens[at] === "{") - (tokens[at] === "}");
      if (depth === 0) break;
    }
    return tex.slice(begin, starts[at++]).replace(/\\(.)/g, "$1");
  }

  function operator(text, around, more = {}) {
    const em = small ? "0em" : `${around.toFixed(3)}em`;
    return node("mo", text, {lspace: em, rspace: em, stretchy: "false", ...more});
  }

  const argument = () => {
    if (tokens[at] !== "{") return row(atom().nodes);
    at++;
    const inside = list(["}"]);
    at++;
    return row(inside);
  };
  const index = () => {
    small++;
    const inside = argument();
    small--;
    return inside;
  };
  const bracket = (form, lists) => {
    const text = command().replace(".", "");
    at++;
    return node("mo", text, {form, stretchy: String(lists), lspace: "0em", rspace: "0em", ...(lists ? {symmetric: "true"} : {})});
  };

  // atom reads one thing without its indices. Its kind says what space stands around it: "open"
  // and "relation" make a sign out of the minus behind them.
  function atom() {
    const t = tokens[at], c = command();
    const is = (kind, ...nodes) => ({kind, nodes});
    if (t === "{") return is("letter", argument());
    if (t === "\\left") {
      at++;
      const open = bracket("prefix", true), inside = list(["\\right"]);
      at++;
      return is("letter", node("mrow", [open, ...inside, at < tokens.length ? bracket("postfix", true) : ""]));
    }
    if (t === "\\{" || t === "(" || t === "[") return is("open", bracket("prefix", false));
    if (t === "\\}" || t === ")" || t === "]") return is("letter", bracket("postfix", false));
    at++;
    if (/^\d/.test(t)) return is("letter", node("mn", t));
    if (t === "\\" + c) {
      if (c in spaces) return is("space", space(spaces[c]));
      if (c in signs) return is("letter", node("mi", signs[c]));
      if (c in upright) return is("letter", named(upright[c]));
      if (c in large) return is("large", node("mo", large[c], {lspace: ".1em", rspace: ".17em"}));
      if (functions.includes(c)) return is("function", named(c));
      if (c === "operatorname") return is("function", named(raw()));
      if (c === "mathrm") return is("letter", named(raw()));
      if (c === "text") return is("letter", node("mtext", raw().replace(/^ | $/g, "\u00a0")));
      if (c === "sqrt") return is("letter", node("msqrt", argument()));
      if (c in accents) return is("letter", node("mover", [argument(), operator(accents[c], 0, {stretchy: String(c === "overline")})], {accent: "true"}));
      if (c === "frac" || c === "tfrac") {
        const inside = () => tokens[at] === "{" ? argument() : node("mn", digit());
        const parts = node("mfrac", [inside(), inside()]);
        return is("letter", c === "tfrac" ? node("mstyle", parts, {displaystyle: "false"}) : parts);
      }
      if (c === "begin") return is("letter", aligned());
    }
    if (c in relations) return is("relation", operator(relations[c], 5 / 18));
    if (c in binaries) return is("binary", operator(binaries[c], 2 / 9));
    if (c === "," || c === ";") return is("relation", node("mo", c, {separator: "true", lspace: "0em", rspace: small ? "0em" : ".167em"}));
    if ("|/!".includes(t)) return is("letter", operator(t, 0));
    return is("letter", t === "\\" + c ? node("mtext", t) : node("mi", t));
  }

  // digit takes one digit off the next number: \tfrac12 has two arguments.
  function digit() {
    const d = tokens[at][0];
    if (tokens[at].length > 1) {
      tokens[at] = tokens[at].slice(1);
      starts[at]++;
    } else at++;
    return d;
  }

  function list(ends) {
    const nodes = [];
    let before = "open";
    while (at < tokens.length && !ends.includes(tokens[at])) {
      const {kind, nodes: [one]} = atom();
      const sign = kind === "binary" && ["open", "relation", "binary", "large", "function"].includes(before);
      if (sign) for (const side of ["lspace", "rspace"]) one.setAttribute(side, "0em");
      let base = one, below, above;
      while (tokens[at] === "_" || tokens[at] === "^") {
        const low = tokens[at++] === "_";
        low ? below = index() : above = index();
      }
      if (below || above) {
        const limits = kind === "large" && one.textContent !== "∫" || /^(max|min)$/.test(one.textContent);
        const tag = limits ? (below ? above ? "munderover" : "munder" : "mover") : below ? above ? "msubsup" : "msub" : "msup";
        base = node(tag, [one, below, above].filter(Boolean));
      }
      if (kind === "function" && !small && ["letter", "function"].includes(before)) nodes.push(space(1 / 6));
      nodes.push(base);
      if (kind === "function" && !small && !/^([()[\]]|\\left|\\[,;}]|[,}^_=])?$/.test(tokens[at] ?? "")) nodes.push(space(1 / 6));
      if (kind !== "space") before = sign ? "open" : kind;
    }
    return nodes;
  }

  // aligned has rows of cells: the odd ones end where the even ones begin.
  function aligned() {
    raw();
    const rows = [];
    for (let more = true; more && at < tokens.length;) {
      const cells = [];
      do {
        cells.push(node("mtd", list(["&", "\\\\", "\\end"]), {class: cells.length % 2 ? "left" : "right"}));
      } while (tokens[at++] === "&");
      rows.push(node("mtr", cells));
      more = tokens[at - 1] === "\\\\";
    }
    if (at < tokens.length) raw();
    return node("mtable", rows, {displaystyle: "true"});
  }

  const all = [];
  while (at < tokens.length) {
    all.push(...list([]));
    if (at < tokens.length) at++;
  }
  return node("math", node("mrow", all), {display: display ? "block" : "inline"});
}

// typeset is a paragraph of Markdown with formulas between $ or $$ and words between **.
function typeset(text) {
  const p = document.createElement("p");
  text.split("**").forEach((part, i) => {
    const into = i % 2 ? p.appendChild(document.createElement("strong")) : p;
    for (const [, display, inline, words] of part.matchAll(/\$\$([^]*?)\$\$|\$([^]*?)\$|([^$]+|\$)/g)) {
      const tex = display ?? inline;
      try {
        into.append(words ?? formula(tex, display !== undefined));
      } catch { // it can be read as well
        into.append(tex);
      }
    }
  });
  return p;
}
