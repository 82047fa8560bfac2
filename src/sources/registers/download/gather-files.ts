import { z } from "zod";
import type { Validators } from "../../../outbound/download.ts";
import type { ImportFile } from "../snapshot/importing/import-options.ts";
import type { Gathered, Gathering } from "./gathering.ts";
import { type Had, validatorsSchema, type Wanted } from "./have-file.ts";

/** Files that are one publication together, each under a fixed address. */
export interface Publication {
  readonly files: readonly Omit<Wanted, "known">[];
  /** What to import, made of the files on disk in the same order. */
  readonly importOf: (files: readonly string[]) => ImportFile;
}

const knownSchema = z.record(z.string(), validatorsSchema);

/**
 * Gathers a publication of fixed addresses: nothing when no file changed since the last import, else all of them, for
 * they belong together. When all are there they are asked about once more: a publication may appear between the first
 * and the last, which are half an hour apart.
 */
export async function gatherFiles({ files, importOf }: Publication, gathering: Gathering): Promise<Gathered> {
  const parsed = knownSchema.safeParse(gathering.known);
  const known = parsed.success ? parsed.data : {};
  gathering.keepOnly(files.map(({ name }) => name));
  let received = 0;
  const have = new Map<string, Extract<Had, { kind: "file" }>>();
  await askForAll(known);
  if (have.size === 0) return { kind: "unchanged" };
  if (files.length > 1) await askForAll({});
  return {
    kind: "files",
    files: [importOf(files.map(({ url }) => have.get(url)?.file ?? ""))],
    received,
    known: Object.fromEntries([...have].map(([url, { validators }]) => [url, validators])),
  };

  async function askForAll(used: Readonly<Record<string, Validators>>): Promise<void> {
    for (const file of files) {
      const before = have.get(file.url);
      // Without anything to ask with, asking again would fetch the file again.
      if (before !== undefined && hasNothing(before.validators)) continue;
      const outcome = await gathering.have({ ...file, known: used[file.url] });
      if (outcome.kind === "unchanged") continue;
      received += outcome.received;
      have.set(file.url, outcome);
    }
  }
}

function hasNothing({ etag, lastModified }: Validators): boolean {
  return etag === null && lastModified === null;
}
