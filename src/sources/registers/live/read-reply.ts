import { z } from "zod";
import { SourceFailure } from "../../../outbound/failure.ts";
import type { Reply } from "../../../outbound/request-json.ts";

/** A text of a source that may be missing, empty or `null`; numbers are taken as their digits. */
export const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === undefined || value === null || value === "" ? null : String(value)));

/**
 * The record in a 200, by a schema of the fields we use; everything else in it is dropped.
 * @throws SourceFailure `not_understood` for another shape, `http_status` for a status that is no answer here.
 */
export function readRecord<S extends z.ZodType>(reply: Reply, schema: S): z.output<S> {
  if (reply.status !== 200) throw new SourceFailure("http_status", { status: reply.status });
  const parsed = schema.safeParse(reply.json);
  if (!parsed.success) throw new SourceFailure("not_understood", { status: reply.status });
  return parsed.data;
}

/** A code of a register's list, in its own width; `null` when it is none. */
export function codeIn(text: string | null, width: number): string | null {
  return text !== null && /^\d+$/.test(text) && text.length <= width ? text.padStart(width, "0") : null;
}
