import type { Locale } from "../../core/locale.ts";
import type { RegisterRow } from "./register-rows.ts";
import { writeRegisterCsv } from "./register-table.ts";

interface Register {
  readonly items: readonly RegisterRow[];
  readonly completion: number;
  readonly indicative: true;
  readonly disclaimer: string;
  readonly dataAsOf: string;
}

/** A register as commands print it for programs: the entries, without what only a page needs. */
export function shownRegister({ items, completion, indicative, disclaimer, dataAsOf }: Register) {
  const entries = items.map(
    ({ version: _version, laterThanRecommended: _later, openSpecials: _specials, ...entry }) => entry,
  );
  return { items: entries, completion, indicative, disclaimer, dataAsOf };
}

/** A register on a terminal: an entry a line, or a whole file. */
export function registerLines(
  register: Register,
  locale: Locale,
  { format }: { readonly format?: "csv" | "json" | undefined },
): readonly string[] {
  if (format === "json") return [JSON.stringify(shownRegister(register), null, 2)];
  if (format === "csv") return [writeRegisterCsv(register.items, locale).trimEnd()];
  const lines = register.items.map(
    ({ code, status, nextReviewAt, overdue }) =>
      `${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}${overdue ? "  !" : ""}`,
  );
  return [...lines, `${register.completion} %`];
}
