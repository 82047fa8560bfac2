// The last step of the build: puts the compiled modules together, into dist/dosah.js, which bin/dosah.js starts, and a
// few files beside it for what most starts do not need. Finding, reading and linking a thousand small files is two fifths
// of a start (docs/decisions/few-files.md). The modules stay: a thread or process of its own starts with one of them.
// Packages are not put in.
//   node ops/bundle.js [folder of the compiled modules]
import { readdirSync, rmSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));

// Those of another build.
for (const file of readdirSync(dist)) if (/^dosah(-[\w-]+)?\.js$/.test(file)) rmSync(resolve(dist, file));

const bundle = await rolldown({
  cwd: dist,
  input: { dosah: resolve(dist, "main.js") },
  platform: "node",
  external: (id) => !id.startsWith(".") && !isAbsolute(id),
  // Everything runs as it would from its own file, whatever it does when it is loaded.
  treeshake: false,
  plugins: [
    {
      name: "addresses",
      // What a module finds beside itself it finds from there too.
      transform: (code, id) =>
        code.includes("import.meta.url")
          ? code.replaceAll("import.meta.url", `new URL(${JSON.stringify(addressOf(id))}, import.meta.url).href`)
          : undefined,
    },
  ],
});
await bundle.write({ dir: dist, format: "esm", entryFileNames: "[name].js", chunkFileNames: "dosah-[name].js" });
await bundle.close();

/** @param {string} id path of a module */
function addressOf(id) {
  return `./${relative(dist, id).replaceAll(sep, "/")}`;
}
