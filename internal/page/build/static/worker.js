"use strict";
// A worker holds one program: either the one that draws pictures, or one that runs a chain.
importScripts("wasm_exec.js");
const go = new Go();
const up = new Promise(resolve => { self.ready = resolve; });

onmessage = async ({data: {module, id, name, args}}) => {
  if (module) {
    go.run(await WebAssembly.instantiate(module, go.importObject));
    return;
  }
  await up;
  try {
    if (name === "run") {
      gibbslab.run(...args, (sweeps, draws) => postMessage({id, sweeps, draws}, [draws.buffer]),
        answer => postMessage({id, answer}));
    } else {
      postMessage({id, answer: gibbslab[name](...args)});
    }
  } catch (e) { // the program has ended, for want of memory
    postMessage({id, answer: JSON.stringify({Error: {Text: `The sampler ended: ${e}`}})});
  }
};
