// Draws the pictures that previews of links show, from their sources in the build, into assets/pictures. They are drawn
// here alone, never while serving: one takes up to 700 ms and 180 MB. Commit what it writes.
//   npm run pictures
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const { resolve } = createRequire(import.meta.url);
const dist = new URL("../dist/faces/web/pictures/", import.meta.url);
const { PICTURES, pictureFile } = await import(new URL("pictures.js", dist).href);
const { pictureSource } = await import(new URL("picture-source.js", dist).href);

const FAMILY = "@expo-google-fonts/source-serif-4";
const fontBuffers = [
  `${FAMILY}/400Regular/SourceSerif4_400Regular.ttf`,
  `${FAMILY}/600SemiBold/SourceSerif4_600SemiBold.ttf`,
].map((file) => new Uint8Array(readFileSync(resolve(file))));

/** Larger ones are cut off or left out by those who show previews. */
const MOST_BYTES = 40_000;

/**
 * PNG of at most 256 colours, which takes half of the bytes: rarer ones become the nearest that stays.
 * @param {Uint8Array} pixels four bytes each, the last of them opacity, which is full everywhere
 * @param {number} width
 * @param {number} height
 */
function withPalette(pixels, width, height) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) {
    const colour = (pixels[at * 4] << 16) | (pixels[at * 4 + 1] << 8) | pixels[at * 4 + 2];
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const kept = [...counts]
    .sort(([a, m], [b, n]) => n - m || a - b)
    .slice(0, 256)
    .map(([colour]) => colour);
  const parts = (/** @type {number} */ colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (/** @type {number} */ a, /** @type {number} */ b) =>
    parts(a).reduce((sum, part, at) => sum + (part - parts(b)[at]) ** 2, 0);
  const places = new Map(
    [...counts.keys()].map((colour) => {
      const exact = kept.indexOf(colour);
      if (exact !== -1) return [colour, exact];
      return [
        colour,
        kept.reduce((best, other, at) => (distance(other, colour) < distance(kept[best], colour) ? at : best), 0),
      ];
    }),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = places.get(colours[y * width + x]);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(kept.flatMap(parts))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

const sha256 = (/** @type {string | Uint8Array} */ content) => createHash("sha256").update(content).digest("hex");

await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
const folder = fileURLToPath(new URL("../assets/pictures/", import.meta.url));
mkdirSync(folder, { recursive: true });
/** @type {Record<string, { source: string, file: string }>} */
const hashes = {};
for (const name of PICTURES) {
  for (const locale of ["sk", "cs", "en"]) {
    const source = pictureSource(name, locale);
    const drawing = new Resvg(source, { font: { fontBuffers, defaultFontFamily: "Source Serif 4" } });
    const image = drawing.render();
    const png = withPalette(image.pixels, image.width, image.height);
    image.free();
    drawing.free();
    const file = pictureFile(name, locale);
    if (png.length > MOST_BYTES) throw new Error(`${file} has ${png.length} bytes, more than ${MOST_BYTES}`);
    writeFileSync(`${folder}${file}`, png);
    hashes[file] = { source: sha256(source), file: sha256(png) };
  }
}
writeFileSync(`${folder}drawn.json`, `${JSON.stringify(hashes, null, 2)}\n`);
