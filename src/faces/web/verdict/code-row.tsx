import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace, NACE_REVISIONS, type NaceRevision } from "../../../core/nace.ts";
import { describedBy, ErrorText, type FieldError } from "../components/form-field.tsx";

const text = {
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  revision: { sk: "Revízia NACE", cs: "Revize NACE", en: "NACE revision" },
  findOut: { sk: "zistiť", cs: "zjistit", en: "find out" },
} satisfies Record<string, Localized>;

/** A code as it stands in a row; the revision is empty where it has to be found out. */
export interface RowValues {
  readonly code: string;
  readonly revision: NaceRevision | "";
}

/** A row in which nothing is typed yet. */
export const emptyRow: RowValues = { code: "", revision: "" };

/** One NACE code with its revision. `number` counts from 1. */
export function CodeRow({
  row,
  number,
  locale,
  errors,
}: {
  row: RowValues;
  number: number;
  locale: Locale;
  errors: readonly FieldError[];
}) {
  const id = `code-${number}`;
  const error = errors.find(({ field }) => field === id)?.message;
  return (
    <div class={`code-row${error === undefined ? "" : " has-error"}`}>
      <ErrorText id={id} error={error} />
      <input
        id={id}
        name="code"
        value={/^\d{2,5}$/.test(row.code) ? formatNace(row.code) : row.code}
        inputmode="decimal"
        maxlength={12}
        autocomplete="off"
        aria-label={`${text.code[locale]} ${number}`}
        {...describedBy(id, { error })}
      />
      <select name="rev" aria-label={`${text.revision[locale]} ${number}`}>
        <option value="" selected={row.revision === ""}>
          {text.findOut[locale]}
        </option>
        {[...NACE_REVISIONS].reverse().map((revision) => (
          <option value={revision} selected={row.revision === revision}>
            NACE Rev. {revision}
          </option>
        ))}
      </select>
    </div>
  );
}
