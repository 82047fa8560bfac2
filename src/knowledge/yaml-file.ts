import { readFileSync } from "node:fs";
import { type Document, LineCounter, parseDocument } from "yaml";

/** A YAML file as it was parsed, with the means to say on which line something stands. */
export interface YamlFile {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** What was parsed, by its text. Weak: a server has no use for the trees once the knowledge is loaded; they are large. */
const parsedTexts = new Map<string, WeakRef<YamlFile>>();
const forget = new FinalizationRegistry<string>((text) => {
  if (parsedTexts.get(text)?.deref() === undefined) parsedTexts.delete(text);
});

/**
 * Reads a YAML file. Parsing is what costs: a text that was parsed a moment ago, in whichever file, is not parsed again,
 * so that loading and checking share the work. Whoever reads the tree leaves it as it is.
 */
export function parseYamlFile(file: string): YamlFile {
  const text = readFileSync(file, "utf8");
  const known = parsedTexts.get(text)?.deref();
  if (known !== undefined) return known;
  const lines = new LineCounter();
  const parsed = { document: parseDocument(text, { lineCounter: lines, uniqueKeys: true }), lines };
  parsedTexts.set(text, new WeakRef(parsed));
  forget.register(parsed, text);
  return parsed;
}
