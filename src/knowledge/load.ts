import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isMap, isScalar, isSeq, type LineCounter, type Node } from "yaml";
import type { z } from "zod";
import { deepFreeze } from "../core/deep-freeze.ts";
import { checkedResult, noteResult } from "./checked-files.ts";
import { csvRows, parsedYaml } from "./parsed-files.ts";
import { parseYamlFile } from "./yaml-file.ts";

/** The folder of the law as data, beside `src/` and `dist/`. */
export const KNOWLEDGE_DIR = fileURLToPath(new URL("../../knowledge/", import.meta.url));

const PACKAGE_DIR = fileURLToPath(new URL("../../", import.meta.url));

/** Zod compiles a schema when it is first used: that takes longer than checking one file, and is worth it for many rows. */
const ONCE = { jitless: true };

/** A mistake in a knowledge file: the message names file, line and path, one mistake a line. */
export class KnowledgeError extends Error {
  override readonly name = "KnowledgeError";
}

/**
 * Reads one YAML knowledge file and checks it against its schema.
 * @throws KnowledgeError saying `file:line path: what is wrong` for every mistake found.
 */
export function loadYaml<S extends z.ZodType>(file: string, schema: S): z.infer<S> {
  const checked = checkedResult(KNOWLEDGE_DIR, file);
  if (checked !== undefined) return deepFreeze(checked as z.infer<S>); // of this file, from this schema
  const name = nameOf(file);
  const known = parsedYaml(readable(name, () => readFileSync(file, "utf8")));
  if (known !== undefined) {
    const right = schema.safeParse(known, ONCE);
    if (right.success) {
      noteResult(file, right.data);
      return deepFreeze(right.data);
    }
  }
  // Parsed anew, for the lines of its mistakes.
  const { document, lines } = readable(name, () => parseYamlFile(file));
  const syntax = document.errors[0];
  if (syntax !== undefined) {
    throw new KnowledgeError(`${name}:${lines.linePos(syntax.pos[0]).line}: ${syntax.message.split("\n")[0]}`);
  }
  const parsed = schema.safeParse(readable(name, () => document.toJS()));
  if (parsed.success) return deepFreeze(parsed.data);
  throw new KnowledgeError(
    parsed.error.issues
      .map(
        (issue) => `${name}:${lineOf(document.contents, issue.path, lines)} ${issue.path.join(".")}: ${issue.message}`,
      )
      .join("\n"),
  );
}

/** As it stands in the project, or, for an operator's own file, as the operator named it. */
function nameOf(file: string): string {
  const name = relative(PACKAGE_DIR, file);
  return name.startsWith("..") ? file : name;
}

/**
 * What reading gives.
 * @throws KnowledgeError for a file or folder that cannot be read (it is not there, an alias in it leads nowhere):
 *   whose it is, that one has to mend it.
 */
export function readable<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = "code" in error ? error.code : error.message.split("\n")[0];
    throw new KnowledgeError(`${name}: cannot be read (${reason})`, { cause: error });
  }
}

/**
 * Reads one CSV knowledge file with a header row; every row is checked against the schema.
 * @throws KnowledgeError saying `file:line column: what is wrong` for every mistake found.
 */
export function loadCsv<S extends z.ZodType>(file: string, rowSchema: S): z.infer<S>[] {
  const checked = checkedResult(KNOWLEDGE_DIR, file);
  if (checked !== undefined) return deepFreeze(checked as z.infer<S>[]); // of this file, from this schema
  const name = relative(PACKAGE_DIR, file);
  const text = readable(name, () => readFileSync(file, "utf8"));
  const problems: string[] = [];
  const rows: z.infer<S>[] = [];
  for (const { record, line } of csvRows(text)) {
    const parsed = rowSchema.safeParse(record);
    if (parsed.success) rows.push(parsed.data);
    else
      for (const issue of parsed.error.issues)
        problems.push(`${name}:${line} ${issue.path.join(".")}: ${issue.message}`);
  }
  if (problems.length > 0) throw new KnowledgeError(problems.join("\n"));
  noteResult(file, rows);
  return deepFreeze(rows);
}

/** The line of the deepest node on the path that exists: a missing key is reported at its parent. */
function lineOf(root: unknown, path: readonly PropertyKey[], lines: LineCounter): number {
  let node = root;
  let found = root;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (pair === undefined) break;
      // The key's line: a value that is a block starts one line below.
      found = pair.key;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.get(key, true);
      if (node === undefined) break;
      found = node;
    } else break;
  }
  const range = (found as Node | null)?.range; // `found` came from the parsed tree; only its position is read
  return range ? lines.linePos(range[0]).line : 1;
}
