import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";

/** A file of the knowledge, a text in it, and what takes its place. */
type Change = readonly [file: string, from: string, to: string];

/**
 * A copy of the shipped knowledge in which the first occurrence of a text is replaced; removed when the test ends.
 * @param further changes beside the first one.
 * @throws Error when the file does not hold the text: the edit would prove nothing.
 */
export function editedKnowledge(file: string, from: string, to: string, further: readonly Change[] = []): string {
  const dir = mkdtempSync(join(tmpdir(), "dosah-knowledge-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(KNOWLEDGE_DIR, dir, { recursive: true });
  for (const [each, before, after] of [[file, from, to] as const, ...further]) {
    const text = readFileSync(join(dir, each), "utf8");
    if (!text.includes(before)) throw new Error(`${each} does not hold ${JSON.stringify(before)}`);
    writeFileSync(
      join(dir, each),
      text.replace(before, () => after),
    );
  }
  return dir;
}
