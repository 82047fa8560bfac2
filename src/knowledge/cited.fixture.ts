import { join } from "node:path";
import { isScalar, visit } from "yaml";
import type { ActRegistry } from "./acts.ts";
import { namesAPlace } from "./cited-text-schemas.ts";
import { knowledgeFiles } from "./texts.ts";
import { parseYamlFile } from "./yaml-file.ts";

/** A citation reference as it stands in a knowledge file. */
export interface CitedReference {
  readonly file: string;
  readonly line: number;
  readonly reference: string;
}

/**
 * Every citation reference of the knowledge files, wherever it stands: a value that is nothing but a reference, and
 * references in braces inside a text. Read from the files themselves, so that no new kind of entry escapes.
 * The acts themselves (`acts/`) and the addresses of their texts are left out: they cite nothing.
 */
export function citedReferences(dir: string, acts: ActRegistry): CitedReference[] {
  return knowledgeFiles(dir)
    .filter((file) => file.endsWith(".yaml") && !file.startsWith("acts/") && file !== "law-links.yaml")
    .flatMap((file) => referencesOf(dir, file, acts));
}

function referencesOf(dir: string, file: string, acts: ActRegistry): CitedReference[] {
  const { document, lines } = parseYamlFile(join(dir, file));
  const found: CitedReference[] = [];
  visit(document, {
    Scalar: (key, node) => {
      if (key === "key" || !isScalar(node) || typeof node.value !== "string") return;
      const inBraces = [...node.value.matchAll(/\{([^{}]{1,60})\}/g)].map(([, inner = ""]) => inner);
      const line = node.range ? lines.linePos(node.range[0]).line : 1;
      for (const reference of [node.value, ...inBraces]) {
        if (namesAPlace(reference, acts)) found.push({ file, line, reference });
      }
    },
  });
  return found;
}
