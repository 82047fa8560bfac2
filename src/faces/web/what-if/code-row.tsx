import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace, NACE_REVISIONS } from "../../../core/nace.ts";
import { describedBy, type FieldError } from "../components/form-field.tsx";
import type { WhatIfValues } from "./what-if-query.ts";

const text = {
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  revision: { sk: "Revízia NACE", cs: "Revize NACE", en: "NACE revision" },
} satisfies Record<string, Localized>;

/** A row in which nothing is typed yet. */
export const emptyRow = { code: "", revision: "2.1" } as const;

/** One NACE code with its revision. `number` counts from 1. */
export function CodeRow({
  row,
  number,
  locale,
  errors,
}: {
  row: WhatIfValues["codes"][number];
  number: number;
  locale: Locale;
  errors: readonly FieldError[];
}) {
  const id = `code-${number}`;
  const error = errors.find(({ field }) => field === id)?.message;
  return (
    <div class={`code-row${error === undefined ? "" : " has-error"}`}>
      {error === undefined ? null : (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <input
        id={id}
        name="code"
        value={row.code === "" ? "" : formatNace(row.code.replace(/[.\s]/g, ""))}
        inputmode="decimal"
        maxlength={12}
        autocomplete="off"
        aria-label={`${text.code[locale]} ${number}`}
        {...describedBy(id, { error: error !== undefined })}
      />
      <select name="rev" aria-label={`${text.revision[locale]} ${number}`}>
        {[...NACE_REVISIONS].reverse().map((revision) => (
          <option value={revision} selected={row.revision === revision}>
            NACE Rev. {revision}
          </option>
        ))}
      </select>
    </div>
  );
}
