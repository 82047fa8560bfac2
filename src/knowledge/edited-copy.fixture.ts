import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** Makes copies of the files of a folder in which one passage is replaced; each is gone after its test. */
export function editedCopiesOf(folder: string): (file: string, passage: string, replacement: string) => string {
  return (file, passage, replacement) => {
    const dir = mkdtempSync(join(tmpdir(), `${basename(folder)}-`));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    cpSync(folder, dir, { recursive: true });
    const text = readFileSync(join(dir, file), "utf8");
    expect(text).toContain(passage);
    writeFileSync(join(dir, file), text.replace(passage, replacement));
    return dir;
  };
}
