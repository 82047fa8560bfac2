// The last step of the build: puts the compiled modules into one file, dist/dosah.js, which bin/dosah.js starts. Finding,
// reading and linking a thousand small files is two fifths of a start (docs/decisions/one-file.md). The files stay: a
// thread or process of its own starts with one of them. Packages are not put in.
//   node ops/bundle.js [folder of the compiled modules]
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const dist = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));

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
      // What a module finds beside itself it finds from the one file too.
      transform: (code, id) =>
        code.includes("import.meta.url")
          ? code.replaceAll("import.meta.url", `new URL(${JSON.stringify(addressOf(id))}, import.meta.url).href`)
          : undefined,
    },
  ],
});
await bundle.write({ dir: dist, format: "esm", entryFileNames: "[name].js", codeSplitting: false });
await bundle.close();

/** @param {string} id path of a module */
function addressOf(id) {
  return `./${relative(dist, id).replaceAll(sep, "/")}`;
}
