import { z } from "zod";
import { SUPPLIER_LETTERS } from "../../knowledge/supplier-questionnaire-ids.ts";
import type { Statement } from "../trust/statement.ts";

const value = z.union([z.string(), z.boolean(), z.number(), z.null()]);

/** What a later revision of a profile says differently. */
export const profileChanges = z.object({
  from: z.number().int(),
  to: z.number().int(),
  fromDay: z.string(),
  coverage: z
    .array(
      z.object({
        letter: z.enum(SUPPLIER_LETTERS),
        before: z.object({ answered: z.number().int(), total: z.number().int(), positive: z.number().int() }),
        after: z.object({ answered: z.number().int(), total: z.number().int(), positive: z.number().int() }),
      }),
    )
    .describe("Letters whose counts are different."),
  untrusted: z.object({
    answers: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["added", "changed", "cleared"]),
        before: value,
        after: value,
      }),
    ),
  }),
});

export type ProfileChanges = z.output<typeof profileChanges>;

type Compared = Pick<Statement, "revision" | "updatedAt" | "coverage" | "untrusted">;

/** Compares two revisions of one profile by what they show to everybody. */
export function compareRevisions(before: Compared, after: Compared): ProfileChanges {
  const [was, is] = [before, after].map(
    ({ untrusted }) => new Map(untrusted.answers.map((answer) => [answer.id, answer.value])),
  ) as [Map<string, z.output<typeof value>>, Map<string, z.output<typeof value>>];
  const ids = [...is.keys(), ...[...was.keys()].filter((id) => !is.has(id))];
  const former = new Map(before.coverage.map((row) => [row.letter, row]));
  return {
    from: before.revision,
    to: after.revision,
    fromDay: before.updatedAt.slice(0, 10),
    coverage: after.coverage.flatMap((row) => {
      const old = former.get(row.letter);
      if (old === undefined || countsOf(old).join() === countsOf(row).join()) return [];
      const named = ({ answered, total, positive }: typeof row) => ({ answered, total, positive });
      return [{ letter: row.letter, before: named(old), after: named(row) }];
    }),
    untrusted: {
      answers: ids.flatMap((id): ProfileChanges["untrusted"]["answers"] => {
        const [old, now] = [was.get(id) ?? null, is.get(id) ?? null];
        if (old === now) return [];
        return [{ id, kind: old === null ? "added" : now === null ? "cleared" : "changed", before: old, after: now }];
      }),
    },
  };
}

function countsOf({ answered, total, positive, negative }: Compared["coverage"][number]): readonly number[] {
  return [answered, total, positive, negative];
}
