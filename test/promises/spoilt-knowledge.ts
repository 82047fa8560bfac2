import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";

/**
 * A copy of the shipped knowledge in which the first occurrence of a text is replaced; removed when the test ends.
 * @throws Error when the file does not hold the text: the spoiling would prove nothing.
 */
export function spoiltKnowledge(file: string, from: string, to: string): string {
  const dir = mkdtempSync(join(tmpdir(), "dosah-knowledge-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(KNOWLEDGE_DIR, dir, { recursive: true });
  const text = readFileSync(join(dir, file), "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`);
  writeFileSync(join(dir, file), text.replace(from, to));
  return dir;
}
