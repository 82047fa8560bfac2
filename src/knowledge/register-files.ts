import { join } from "node:path";
import { z } from "zod";
import { loadYaml } from "./load.ts";

/** Where the registers publish their files for download; one that is left out is not fetched. */
export interface RegisterFiles {
  /** ČSÚ: the firms, and the further activities of the same publication. */
  readonly res?: { readonly data: string; readonly activities: string; readonly mostMegabytes: number } | undefined;
  /** ŠÚ SR: a bucket with monthly and daily batches; the address ends with a slash. */
  readonly rpo?: { readonly bucket: string; readonly mostMegabytes: number } | undefined;
}

/** An operator may mirror the files inside the own network, so plain HTTP is allowed; the shipped list has none. */
const address = z.url({ protocol: /^https?$/ }).refine((text) => {
  const { username, password, hash } = new URL(text);
  return username === "" && password === "" && hash === "";
}, "an address without a user, a password or a fragment");

const bucket = address
  .refine((text) => new URL(text).search === "", "the address of a bucket has no query")
  .transform((text) => (text.endsWith("/") ? text : `${text}/`));

const mostMegabytes = z.number().positive().max(100_000);

const fileSchema = z.strictObject({
  res: z.strictObject({ data: address, activities: address, mostMegabytes }).optional(),
  rpo: z.strictObject({ bucket, mostMegabytes }).optional(),
});

/**
 * Reads `register-files.yaml` of the knowledge folder, or the operator's file in its place.
 * @param file path of an operator's list (`--from`); it replaces the shipped one.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadRegisterFiles(dir: string, file?: string): RegisterFiles {
  return loadYaml(file ?? join(dir, "register-files.yaml"), fileSchema);
}
