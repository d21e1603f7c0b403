// Bundle main.js and the modules of d3 into bundle.js, with the licences of what is inside, and a checksum of the sources
// by which a test sees that the bundle is not old. Run by `go generate ./sampler/lda/browser`.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const sources = readdirSync(".").filter(f => /\.m?js$|^package-lock\.json$/.test(f) && f !== "bundle.js").sort();
const sum = createHash("sha256");
for (const f of sources) sum.update(readFileSync(f));

const { outputFiles, metafile } = await build({
  entryPoints: ["main.js"], bundle: true, minify: true, format: "iife", target: "es2020", charset: "utf8",
  legalComments: "none", metafile: true, write: false,
});
const modules = new Set(Object.keys(metafile.inputs).map(f => /^node_modules\/([^/]+)/.exec(f)?.[1]).filter(Boolean));
const licences = [...modules].sort().map(m => {
  const { version } = JSON.parse(readFileSync(`node_modules/${m}/package.json`));
  return `${m} ${version}\n${readFileSync(`node_modules/${m}/LICENSE`, "utf8").trim()}`;
});
const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
writeFileSync("bundle.js", `// sources ${sum.digest("hex")}\n/* The page contains these modules:\n\n${licences.join("\n\n")}\n*/\n${script}`);
console.log(`bundle.js: ${script.length} bytes, ${[...modules].sort().join(", ")}`);
