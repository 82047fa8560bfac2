import { READ_AS_WINDOWS_1250 } from "../../../capabilities/calling/typed-text.ts";
import type { RowWarning } from "../../../capabilities/rows/read-rows.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { listTexts } from "./list-texts.ts";
import { ROW_WARNING_TEXTS } from "./row-warnings.ts";

const ignored: Localized = { sk: "Nečítané stĺpce", cs: "Nečtené sloupce", en: "Columns that are not read" };

/** So many lines of a table are named for one warning. */
const MOST_LINES = 50;

/** What the reader of a pasted table guessed or left out. */
export interface ReadTable {
  readonly encoding: string | null;
  readonly warnings: readonly { readonly code: RowWarning; readonly rows: readonly number[] }[];
  readonly untrusted: { readonly ignoredColumns: readonly string[] };
}

/** How a pasted table was read: its encoding, columns without a meaning, and lines to be looked at. */
export function HowRead({ read: { encoding, warnings, untrusted }, locale }: { read: ReadTable; locale: Locale }) {
  return (
    <>
      {encoding === "windows-1250" ? <p class="prose">{READ_AS_WINDOWS_1250[locale]}</p> : null}
      {untrusted.ignoredColumns.length === 0 ? null : (
        <p class="meta">
          {ignored[locale]}: <bdi>{untrusted.ignoredColumns.join(", ")}</bdi>
        </p>
      )}
      {warnings.map(({ code, rows }) => (
        <p class="meta">
          {ROW_WARNING_TEXTS[code][locale]}: {listTexts.line[locale].toLowerCase()}{" "}
          {rows.slice(0, MOST_LINES).join(", ")}
        </p>
      ))}
    </>
  );
}
