import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import { KNOWLEDGE_DIR } from "./load.ts";

/** A file below the folder, a passage in it, and what takes the place of its first occurrence. */
type Edit = readonly [file: string, passage: string | RegExp, replacement: string];

/** Makes a copy of a folder with edits, and returns where it is; the copy is removed when the test ends. */
type EditCopy = (...edit: [...Edit, further?: readonly Edit[]]) => string;

/** Makes edited copies of the shipped knowledge. */
export const editedKnowledge: EditCopy = editedCopiesOf(KNOWLEDGE_DIR);

/**
 * Makes edited copies of a folder of the knowledge.
 * @throws Error when a file does not hold its passage: the edit would prove nothing.
 */
export function editedCopiesOf(folder: string): EditCopy {
  return (file, passage, replacement, further = []) => {
    const dir = mkdtempSync(join(tmpdir(), `${basename(folder)}-`));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    linkFiles(folder, dir);
    for (const edit of [[file, passage, replacement] as const, ...further]) editFile(dir, edit);
    return dir;
  };
}

/** Links take a fraction of the time of copies; what `dosah knowledge release` writes to is copied. */
function linkFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const original = join(entry.parentPath, entry.name);
    const place = join(to, relative(from, original));
    if (entry.isDirectory()) mkdirSync(place, { recursive: true });
    else if (entry.name === "releases.yaml") copyFileSync(original, place);
    else symlinkSync(original, place);
  }
}

function editFile(dir: string, [name, passage, replacement]: Edit): void {
  const file = join(dir, name);
  const before = readFileSync(file, "utf8");
  const after = before.replace(passage, () => replacement);
  if (after === before) throw new Error(`${name} does not hold ${passage}, or holds ${replacement} already`);
  // Written to the link, it would go to the original.
  rmSync(file);
  writeFileSync(file, after);
}
