// The last step of the build: puts the compiled modules together, into dist/dosah.js, which bin/dosah.js starts, and a
// few files beside it for what most starts do not need. Finding, reading and linking a thousand small files is two fifths
// of a start (docs/decisions/few-files.md). The modules stay: a thread or process of its own starts with one of them.
//   node ops/bundle.js [folder of the compiled modules]
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

/**
 * Packages that every start loads are put in with what they need themselves, and their licences stand beside
 * (dist/dosah-licenses.txt). Not those that find files or threads beside themselves (pino, pdfkit), that come without the
 * text of their licence (saxes, qrcode-generator), or whose data are under another kind of licence (tldts).
 */
const PUT_IN = [
  "@hono/node-server",
  "canonicalize",
  "csv-parse",
  "dns-packet",
  "hono",
  "htmlparser2",
  "ipaddr.js",
  "jose",
  "otpauth",
  "prom-client",
  "yaml",
  "zod",
];

const dist = resolve(process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url)));

// Made beside and renamed at the end: until then a command starts with the build before.
const beside = resolve(dist, ".next");
rmSync(beside, { recursive: true, force: true });

const bundle = await rolldown({
  cwd: dist,
  input: { dosah: resolve(dist, "main.js") },
  platform: "node",
  // Names of files in the result are those beside `dist/`, wherever a link leads.
  resolve: { symlinks: false },
  external: (id, importer) => {
    if (id.startsWith(".") || isAbsolute(id)) return false;
    return isBuiltin(id) || (!isOfPackage(importer) && !isPutIn(id));
  },
  // Everything runs as it would from its own file, whatever it does when it is loaded.
  treeshake: false,
  plugins: [
    {
      name: "addresses",
      // What a module finds beside itself it finds from there too.
      transform(code, id) {
        if (isOfPackage(id)) {
          if (!/\bimport\.meta\b|\b__(dirname|filename)\b|\bcreateRequire\b/.test(code)) return undefined;
          throw new Error(`${id} looks for files beside itself: its package cannot be put in`);
        }
        // What rolldown itself adds belongs to no file.
        return code.includes("import.meta.url") && isAbsolute(id)
          ? code.replaceAll("import.meta.url", `new URL(${JSON.stringify(addressOf(id))}, import.meta.url).href`)
          : undefined;
      },
    },
  ],
});
const { output } = await bundle.write({
  dir: beside,
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "dosah-[name].js",
});
await bundle.close();
const chunks = output.filter((file) => file.type === "chunk");
const left = chunks.flatMap(({ imports }) => imports.filter((id) => !id.endsWith(".js") && isPutIn(id)));
if (left.length > 0) throw new Error(`not found: ${left.join(", ")}`);
const folders = chunks.flatMap(({ moduleIds }) => moduleIds.filter(isOfPackage).map(folderOf));
writeFileSync(resolve(beside, "dosah-licenses.txt"), [...new Set(folders)].map(licenceOf).sort().join("\n"));

// The file that every start begins with comes last, and what no start needs any more goes after it.
const made = readdirSync(beside).toSorted((a, b) => Number(a === "dosah.js") - Number(b === "dosah.js"));
for (const file of made) renameSync(resolve(beside, file), resolve(dist, file));
rmSync(beside, { recursive: true });
for (const file of readdirSync(dist)) {
  if (/^dosah-[\w-]+\.js$/.test(file) && !made.includes(file)) rmSync(resolve(dist, file));
}

// A package and an image are built without the history: they name the commit in SOURCE_COMMIT.
const head = spawnSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
const commit = process.env.SOURCE_COMMIT ?? (head.status === 0 ? head.stdout : "");
rmSync(resolve(dist, "commit"), { force: true });
if (/^[0-9a-f]{40}\s*$/.test(commit)) writeFileSync(resolve(dist, "commit"), commit);

/** @param {string} id what stands in an `import` */
function isPutIn(id) {
  return PUT_IN.some((name) => id === name || id.startsWith(`${name}/`));
}

/** @param {string | undefined} id path of a module */
function isOfPackage(id) {
  return id?.includes(`${sep}node_modules${sep}`) ?? false;
}

/** @param {string} id path of a module */
function addressOf(id) {
  return `./${relative(dist, id).replaceAll(sep, "/")}`;
}

/**
 * The folder of the package that a module belongs to.
 * @param {string} id path of the module
 */
function folderOf(id) {
  const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id) ?? [];
  if (folder === undefined) throw new Error(`${id} is in no package`);
  return folder;
}

/**
 * Name, version and licence of a package, with the words that a copy has to carry.
 * @param {string} folder
 */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  if (file === undefined) throw new Error(`${name} ${version} has no file of its licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n\n`;
}
