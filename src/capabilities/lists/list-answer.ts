import { z } from "zod";
import { COUNTRIES } from "../../core/country.ts";
import { foreignText } from "../../core/foreign-text.ts";
import type { CountedList } from "../../state/firm-lists.ts";

export const listShape = z.object({
  id: z.string(),
  organizationId: z.string(),
  country: z.enum(COUNTRIES).nullable().describe("Of rows that name none."),
  rows: z.number().int(),
  byCategory: z.object({
    essential: z.number().int(),
    important: z.number().int(),
    out_of_scope: z.number().int(),
    unknown: z.number().int(),
  }),
  pending: z.number().int().describe("Rows that the register file here has not judged yet."),
  createdAt: z.string(),
  version: z.number().int(),
  untrusted: z.object({ name: z.string() }),
});

/** A list as every face answers it. */
export type ListAnswer = z.output<typeof listShape>;

export function listAnswer(list: CountedList): ListAnswer {
  const { id, org_id, country, rows, essential, important, out_of_scope, unknown, created_at, version, name } = list;
  const counts = [rows, essential, important, out_of_scope, unknown].map(Number);
  const [all = 0, e = 0, i = 0, o = 0, u = 0] = counts;
  return {
    id,
    organizationId: org_id,
    country,
    rows: all,
    byCategory: { essential: e, important: i, out_of_scope: o, unknown: u },
    pending: all - e - i - o - u,
    createdAt: new Date(created_at).toISOString(),
    version,
    untrusted: { name: foreignText(name) },
  };
}
