import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Coding, codingOf } from "../../core/content-coding.ts";
import { once } from "../../core/once.ts";
import { type PictureFile, pictureFiles } from "./pictures/pictures.ts";

/** One file of the pages as it goes over the wire. */
export interface Asset {
  /** Address with the hash of the content in it: it may be kept for ever. */
  readonly url: string;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** A compressed form, made when it is first asked for; `undefined` for what is compressed already. */
  encoded(coding: Coding): Uint8Array<ArrayBuffer> | undefined;
}

/** The files of the pages by name, and by address. */
export interface Assets {
  /** Address of a file by its name. @throws Error for a name that is none of ours: a mistake in a page. */
  url(name: AssetName): string;
  at(path: string): Asset | undefined;
}

/** The style sheet is written in several files and sent as one, in this order. */
const STYLES = [
  "tokens",
  "base",
  "layout",
  "objects",
  "start",
  "controls",
  "verdict",
  "act-now",
  "figures",
  "long-lists",
  "feed",
  "ai-act",
  "scan",
  "docs",
  "firms",
  "organizations",
  "overview",
  "register",
  "trust",
  "print",
] as const;

/** The page of an incident has a light sheet of its own. */
const INCIDENT_STYLES = ["tokens", "base", "incident"] as const;

const SCRIPTS = [
  "theme.js",
  "ai-systems.js",
  "copy.js",
  "suggest.js",
  "questionnaire.js",
  "passkey.js",
  "autosave.js",
  "radar.js",
] as const;

const FONTS = ["source-serif-4-latin-wght-normal.woff2", "source-serif-4-latin-ext-wght-normal.woff2"] as const;

export type AssetName =
  | "site.css"
  | "incident.css"
  | "mark.svg"
  | (typeof SCRIPTS)[number]
  | (typeof FONTS)[number]
  | PictureFile;

const ASSETS_DIR = fileURLToPath(new URL("../../../assets/", import.meta.url));

/** The text of a file below `assets/`, for a page that carries it inside. */
export function assetText(name: string): string {
  return readFileSync(`${ASSETS_DIR}${name}`, "utf8");
}

/** Reads and hashes all files once, at start. */
export function loadAssets(): Assets {
  const resolve = createRequire(import.meta.url).resolve;
  const byName = new Map<string, Asset>();
  for (const name of FONTS) {
    byName.set(
      name,
      asset(name, "font/woff2", readFileSync(resolve(`@fontsource-variable/source-serif-4/files/${name}`))),
    );
  }
  for (const name of SCRIPTS) {
    byName.set(name, asset(name, "text/javascript; charset=utf-8", readFileSync(`${ASSETS_DIR}js/${name}`)));
  }
  byName.set("mark.svg", asset("mark.svg", "image/svg+xml", readFileSync(`${ASSETS_DIR}mark.svg`)));
  for (const name of pictureFiles) {
    byName.set(name, asset(name, "image/png", readFileSync(`${ASSETS_DIR}pictures/${name}`)));
  }
  for (const [name, parts] of [
    ["site.css", STYLES],
    ["incident.css", INCIDENT_STYLES],
  ] as const) {
    const style = parts.map((part) => readFileSync(`${ASSETS_DIR}css/${part}.css`, "utf8")).join("\n");
    const withFonts = style.replace(/url\("([^"]+\.woff2)"\)/g, (_whole, font: string) => `url("${find(font).url}")`);
    byName.set(name, asset(name, "text/css; charset=utf-8", Buffer.from(withoutComments(withFonts))));
  }

  const byUrl = new Map([...byName.values()].map((file) => [file.url, file]));
  return { url: (name) => find(name).url, at: (path) => byUrl.get(path) };

  function find(name: string): Asset {
    const found = byName.get(name);
    if (found === undefined) throw new Error(`no asset is called ${name}`);
    return found;
  }
}

/** Comments are for us; indentation costs little once compressed. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\n\s*\n/g, "\n");
}

function asset(name: string, type: string, content: Buffer): Asset {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  const dot = name.lastIndexOf(".");
  const url = `/assets/${name.slice(0, dot)}.${hash}${name.slice(dot)}`;
  const isCompressed = type.startsWith("font/") || type === "image/png";
  const encoded = (coding: Coding) => (isCompressed ? undefined : compressed(url, content)[coding]());
  return { url, type, body: new Uint8Array(content), encoded };
}

/** The last step of quality saves 1.5 % of the bytes and doubles the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

type Compressed = Readonly<Record<Coding, () => Uint8Array<ArrayBuffer>>>;

/** The compressed forms by address: the same content is compressed once in a process. */
const compressedByUrl = new Map<string, Compressed>();

function compressed(url: string, content: Buffer): Compressed {
  const forms = compressedByUrl.get(url) ?? {
    br: once(() => new Uint8Array(brotliCompressSync(content, BROTLI))),
    gzip: once(() => new Uint8Array(gzipSync(content))),
  };
  compressedByUrl.set(url, forms);
  return forms;
}

/** Answers a request for a file; `undefined` when there is none under that address. */
export function serveAsset(assets: Assets, path: string, acceptEncoding: string | undefined): Response | undefined {
  const file = assets.at(path);
  if (file === undefined) return undefined;
  const wanted = codingOf(acceptEncoding);
  const encoded = wanted === undefined ? undefined : file.encoded(wanted);
  return new Response(encoded ?? file.body, {
    headers: {
      "Content-Type": file.type,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: `W/"${path.split(".").at(-2) ?? ""}"`,
      Vary: "Accept-Encoding",
      ...(wanted === undefined || encoded === undefined ? {} : { "Content-Encoding": wanted }),
    },
  });
}
