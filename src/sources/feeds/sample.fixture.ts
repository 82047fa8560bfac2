import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readFeed } from "./ask-source.ts";
import { toItem, withOwnKeys } from "./to-item.ts";

/** The bytes of a sample. */
export function sample(name: string): Uint8Array {
  return readFileSync(join(import.meta.dirname, "recorded", name));
}

/** When and from where the samples are read in tests. */
export const READ = {
  sourceId: "sample",
  jurisdiction: "CZ",
  url: "https://urad.example/rss.xml",
  at: Date.parse("2026-11-21T12:00:00Z"),
} as const;

/** Reads a document all the way to items, as the aggregator does. */
export async function itemsOf(document: Uint8Array | string, contentType: string | null = null, read = READ) {
  const bytes = typeof document === "string" ? new TextEncoder().encode(document) : document;
  const { items, base } = await readFeed(bytes, contentType);
  const url = URL.parse(base ?? "", read.url)?.href ?? read.url;
  return withOwnKeys(items.flatMap((item) => toItem(item, { ...read, url }) ?? []));
}

/** An RSS document with these items inside. */
export function rss(items: string, prolog = '<?xml version="1.0" encoding="UTF-8"?>'): string {
  return `${prolog}<rss version="2.0"><channel><title>T</title><link>https://urad.example/</link>${items}</channel></rss>`;
}

/** One RSS item. */
export function rssItem(title: string, link: string, more = ""): string {
  return `<item><title>${title}</title><link>${link}</link>${more}</item>`;
}

/** A text in a one-byte encoding, which `TextEncoder` cannot write. */
export function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]));
  return new Uint8Array(Array.from(text, (character) => bytes.get(character) ?? 0x3f));
}
