import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFiles } from "../registers/make-files.ts";

/** A firm as a call names it. */
export interface Firm {
  readonly ico: string;
  readonly country: "SK" | "CZ";
}

/** Every firm of the shipped sample. */
export function sampleFirms(): Firm[] {
  const lines = readFileSync(new URL("../../knowledge/sample/companies.csv", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, ico, country] = /^(\d{8}),(SK|CZ),/.exec(line) ?? [];
    return ico === undefined ? [] : [{ ico, country: country === "SK" ? "SK" : "CZ" }];
  });
}

/** Makes the registers of a data directory of invented files in the official formats, and gives their firms. */
export function inventFirms(dir: string, rows: number): Firm[] {
  const files = join(dir, "files");
  mkdirSync(files, { recursive: true });
  const { res, activities, rpo, ruz } = makeFiles(files, rows);
  const wanted = [
    { country: "CZ", format: "res", file: res, activities },
    { country: "SK", format: "rpo", file: rpo },
    { country: "SK", format: "ruz", file: ruz },
  ];
  const child = new URL("../registers/import-child.ts", import.meta.url).pathname;
  const { status, stderr } = spawnSync(process.execPath, [child, JSON.stringify(wanted), dir], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the invented registers could not be imported: ${stderr}`);
  const db = new DatabaseSync(join(dir, "registers", "registers.db"), { readOnly: true });
  const firms = db.prepare("SELECT ico, country FROM company ORDER BY ico").all();
  db.close();
  return firms.map(({ ico, country }) => ({ ico: String(ico).padStart(8, "0"), country: country === 0 ? "CZ" : "SK" }));
}

/**
 * Of firms those whose answers differ in more than their numbers, names and addresses: so many of them that nothing which
 * was said of one before is still remembered when it is asked for again.
 */
export async function ofManyKinds(
  firms: readonly Firm[],
  most: number,
  ask: (firm: Firm) => Promise<string>,
): Promise<Firm[]> {
  const kinds = new Map<string, Firm>();
  for (const firm of firms) {
    if (kinds.size >= most) break;
    const { structuredContent } = JSON.parse(await ask(firm)).result;
    const { ico: _ico, untrusted: _names, ...kind } = structuredContent;
    const key = JSON.stringify(kind);
    if (!kinds.has(key)) kinds.set(key, firm);
  }
  return [...kinds.values()];
}
