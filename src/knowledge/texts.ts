import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { isMap, isScalar, visit } from "yaml";
import { LOCALES, type Locale } from "../core/locale.ts";
import { readable } from "./load.ts";
import { parseYamlFile } from "./yaml-file.ts";

/** One text of a knowledge file in one language, with the place where it stands. */
export interface KnowledgeText {
  readonly file: string;
  readonly line: number;
  /** Path of the entry inside the file, without the language: `3.name`. */
  readonly path: string;
  readonly locale: Locale;
  readonly text: string;
}

/** All files under the knowledge folder, as paths relative to it, in a stable order. */
export function knowledgeFiles(dir: string): string[] {
  return (
    readable(dir, () => readdirSync(dir, { recursive: true, withFileTypes: true }))
      // A link to a file counts as one: where files are mounted, they are often links.
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
      .sort()
  );
}

/**
 * Every text that stands in the three languages, wherever it is in the YAML files: an entry with `sk`, `cs` and `en`
 * is a text. Read from the files themselves, so that no new kind of entry can escape the citation check.
 */
export function knowledgeTexts(dir: string): KnowledgeText[] {
  return knowledgeFiles(dir)
    .filter((file) => file.endsWith(".yaml"))
    .flatMap((file) => textsOf(dir, file));
}

function textsOf(dir: string, file: string): KnowledgeText[] {
  const { document, lines } = parseYamlFile(join(dir, file));
  const texts: KnowledgeText[] = [];
  visit(document, {
    Map: (_key, node, parents) => {
      if (node.items.length < LOCALES.length || !LOCALES.every((locale) => node.has(locale))) return undefined;
      const path = parents
        .concat(node)
        .flatMap((parent, index, all) => stepTo(parent, all[index + 1] ?? node))
        .join(".");
      for (const locale of LOCALES) {
        const value = node.get(locale, true);
        if (!isScalar(value) || typeof value.value !== "string") continue;
        const line = value.range ? lines.linePos(value.range[0]).line : 1;
        texts.push({ file, line, path, locale, text: value.value });
      }
      return undefined;
    },
  });
  return texts;
}

/** The key or index that leads from a node to the next one on the way down. */
function stepTo(parent: unknown, child: unknown): (string | number)[] {
  if (isMap(parent)) {
    const pair = parent.items.find((item) => item === child);
    return pair === undefined || !isScalar(pair.key) ? [] : [String(pair.key.value)];
  }
  if (typeof parent === "object" && parent !== null && "items" in parent && Array.isArray(parent.items)) {
    const index = parent.items.indexOf(child);
    return index < 0 ? [] : [index];
  }
  return [];
}
