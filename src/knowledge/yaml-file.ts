import { readFileSync } from "node:fs";
import { type Document, LineCounter, parseDocument } from "yaml";

/** A YAML file as it was parsed, with the means to say on which line something stands. */
export interface YamlFile {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

interface Remembered {
  readonly text: string;
  /** Weak: a server has no use for the trees once the knowledge is loaded, and they are large. */
  readonly parsed: WeakRef<YamlFile>;
}

const remembered = new Map<string, Remembered>();

/**
 * Reads a YAML file. Parsing is what costs: a file that was parsed a moment ago and still holds the same text is not
 * parsed again, so that loading and checking share the work. Whoever reads the tree leaves it as it is.
 */
export function parseYamlFile(file: string): YamlFile {
  const text = readFileSync(file, "utf8");
  const before = remembered.get(file);
  const known = before?.text === text ? before.parsed.deref() : undefined;
  if (known !== undefined) return known;
  const lines = new LineCounter();
  const parsed = { document: parseDocument(text, { lineCounter: lines, uniqueKeys: true }), lines };
  remembered.set(file, { text, parsed: new WeakRef(parsed) });
  return parsed;
}
