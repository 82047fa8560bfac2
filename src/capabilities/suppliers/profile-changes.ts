import type { SupplierAnswer } from "../../rules/supplier-questionnaire/visible-fields.ts";
import type { Statement } from "../trust/statement.ts";

/** What a later revision of a profile says differently. */
export type ProfileChanges = ReturnType<typeof compareRevisions>;

type Compared = Pick<Statement, "revision" | "updatedAt" | "coverage"> & {
  readonly untrusted: Pick<Statement["untrusted"], "answers" | "links">;
};

/** Compares two revisions of one profile by what they show to everybody. */
export function compareRevisions(before: Compared, after: Compared) {
  const [was, is] = [before, after].map(
    ({ untrusted }) => new Map(untrusted.answers.map((answer) => [answer.id, answer.value])),
  ) as [Map<string, SupplierAnswer>, Map<string, SupplierAnswer>];
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
      answers: ids.flatMap((id) => {
        const [old, now] = [was.get(id) ?? null, is.get(id) ?? null];
        if (old === now) return [];
        const kind = old === null ? ("added" as const) : now === null ? ("cleared" as const) : ("changed" as const);
        return [{ id, kind, before: old, after: now }];
      }),
    },
  };
}

function countsOf({ answered, total, positive, negative }: Compared["coverage"][number]): readonly number[] {
  return [answered, total, positive, negative];
}
