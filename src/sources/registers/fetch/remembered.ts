import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Country } from "../../../core/country.ts";
import { openSnapshot } from "../snapshot/serving/open.ts";

/** When a source was last published, as the published snapshot says. */
export interface PublishedSource {
  readonly asOf: string;
  readonly importedAt: string;
}

const memorySchema = z.object({ asOf: z.string(), importedAt: z.string(), known: z.unknown() });

/** What the published snapshot of this folder holds of a source; `undefined` for nothing, also when it is unusable. */
export function publishedSource(published: string, country: Country, id: string): PublishedSource | undefined {
  if (!existsSync(published)) return undefined;
  try {
    const snapshot = openSnapshot(published);
    try {
      const holding = snapshot.holdings().find((each) => each.country === country);
      return holding?.sources.find((source) => source.id === id);
    } finally {
      snapshot.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * What the last fetch of a source remembered, as long as what it imported is what is published: a snapshot that was
 * put aside, replaced by an older one or overwritten with an older file needs everything again.
 */
export function recall(folder: string, published: PublishedSource | undefined): unknown {
  try {
    const { asOf, importedAt, known } = memorySchema.parse(JSON.parse(readFileSync(fileOf(folder), "utf8")));
    const isThere = published !== undefined && published.asOf >= asOf && published.importedAt >= importedAt;
    return isThere ? known : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers what was fetched for what is published now. */
export function remember(folder: string, published: PublishedSource, known: object): void {
  const { asOf, importedAt } = published;
  writeFileSync(`${fileOf(folder)}.new`, JSON.stringify({ asOf, importedAt, known }));
  renameSync(`${fileOf(folder)}.new`, fileOf(folder));
}

/** The name of the memory in the folder of a source; no download has it. */
export const MEMORY = "imported.json";

function fileOf(folder: string): string {
  return join(folder, MEMORY);
}
