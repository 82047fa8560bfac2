import { COUNTRIES } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace, NACE_REVISIONS } from "../../../core/nace.ts";
import { plural } from "../../../core/text.ts";
import { href, paths } from "../paths.ts";
import type { WhatIfValues } from "../what-if-query.ts";
import { describedBy, Field, type FieldError } from "./field.tsx";
import { countryNames } from "./headline-counts.tsx";
import { headcountText, serviceNames, type Verdict } from "./verdict.ts";

const text = {
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  codes: { sk: "Kódy činnosti NACE", cs: "Kódy činnosti NACE", en: "NACE activity codes" },
  codesHelp: {
    sk: "Hlavnú činnosť uveďte ako prvú. Revízia 2.1 platí v registroch od roku 2025 a 2026, starší kód má revíziu 2.",
    cs: "Hlavní činnost uveďte jako první. Revize 2.1 platí v rejstřících od let 2025 a 2026, starší kód má revizi 2.",
    en: "Put the main activity first. Registers moved to revision 2.1 in 2025 and 2026; an older code is of revision 2.",
  },
  code: { sk: "Kód", cs: "Kód", en: "Code" },
  revision: { sk: "Revízia NACE", cs: "Revize NACE", en: "NACE revision" },
  employees: { sk: "Počet zamestnancov", cs: "Počet zaměstnanců", en: "Number of employees" },
  employeesHelp: {
    sk: "V prepočte na celoročné plné úväzky, spolu s ovládanými a ovládajúcimi firmami.",
    cs: "V přepočtu na celoroční plné úvazky, spolu s ovládanými a ovládajícími firmami.",
    en: "In yearly full-time units, together with firms that control it or that it controls.",
  },
  turnover: { sk: "Ročný obrat v eurách", cs: "Roční obrat v eurech", en: "Yearly turnover in euros" },
  balance: { sk: "Bilančná suma v eurách", cs: "Bilanční suma v eurech", en: "Balance sheet total in euros" },
  moneyHelp: {
    sk: "Z poslednej schválenej závierky.",
    cs: "Z poslední schválené závěrky.",
    en: "From the latest approved accounts.",
  },
  service: {
    sk: "Služba bez ohľadu na veľkosť",
    cs: "Služba bez ohledu na velikost",
    en: "A service whatever the size",
  },
  noService: { sk: "žiadna z nich", cs: "žádná z nich", en: "none of these" },
  submit: { sk: "Vyhodnotiť", cs: "Vyhodnotit", en: "Evaluate" },
} satisfies Record<string, Localized>;

const moreCodes: Record<Locale, (count: number) => string> = {
  sk: (count) => `Ďalšie ${plural(count, { one: "kód", few: "kódy", other: "kódy" }, "sk")} (${count})`,
  cs: (count) => `Další ${plural(count, { one: "kód", few: "kódy", other: "kódy" }, "cs")} (${count})`,
  en: (count) => `Further ${plural(count, { one: "code", other: "codes" }, "en")} (${count})`,
};

/** Rows that stand open; the codes beyond them fold away. */
const OPEN_ROWS = 3;

/** The whole form: every fact of a what-if, as typed, with its errors. */
export function WhatIfForm({
  locale,
  values,
  errors,
}: {
  locale: Locale;
  values: WhatIfValues;
  errors: readonly FieldError[];
}) {
  const rows = [...values.codes, ...Array.from({ length: Math.max(1, OPEN_ROWS - values.codes.length) }, () => empty)];
  const folded = rows.slice(OPEN_ROWS);
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if" novalidate>
      <fieldset class="choice">
        <legend>{text.country[locale]}</legend>
        {errors.map(({ field, message }) => (field === "country-SK" ? <p class="field-error">{message}</p> : null))}
        {COUNTRIES.map((country) => (
          <label for={`country-${country}`}>
            <input
              type="radio"
              name="country"
              id={`country-${country}`}
              value={country}
              checked={values.country === country}
            />
            {countryNames[country][locale]}
          </label>
        ))}
      </fieldset>
      <fieldset class="codes">
        <legend>{text.codes[locale]}</legend>
        <p class="help" id="codes-help">
          {text.codesHelp[locale]}
        </p>
        {rows.slice(0, OPEN_ROWS).map((row, index) => (
          <CodeRow row={row} number={index + 1} locale={locale} errors={errors} />
        ))}
        {folded.length === 0 ? null : (
          <details open={errors.some(({ field }) => field.startsWith("code-"))}>
            <summary>{moreCodes[locale](folded.length)}</summary>
            {folded.map((row, index) => (
              <CodeRow row={row} number={OPEN_ROWS + index + 1} locale={locale} errors={errors} />
            ))}
          </details>
        )}
      </fieldset>
      <FactFields locale={locale} values={values} errors={errors} />
      {values.firm === undefined ? null : <input type="hidden" name="ico" value={values.firm.ico} />}
      <button type="submit" class="button">
        {text.submit[locale]}
      </button>
    </form>
  );
}

const empty = { code: "", revision: "2.1" } as const;

function CodeRow({
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

/** The facts that no register holds; `known` is the headcount the register does hold. */
function FactFields({
  locale,
  values,
  errors,
  known,
}: {
  locale: Locale;
  values: Pick<WhatIfValues, "employees" | "turnover" | "balance" | "service">;
  errors: readonly FieldError[];
  known?: string | undefined;
}) {
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  const money = [
    ["turnover", text.turnover],
    ["balance", text.balance],
  ] as const;
  return (
    <div class="fields">
      <Field
        id="employees"
        label={text.employees[locale]}
        help={known ?? text.employeesHelp[locale]}
        error={errorOf("employees")}
      >
        <input
          id="employees"
          name="employees"
          value={values.employees}
          inputmode="numeric"
          autocomplete="off"
          {...describedBy("employees", { help: true, error: errorOf("employees") !== undefined })}
        />
      </Field>
      {money.map(([name, label]) => (
        <Field id={name} label={label[locale]} help={text.moneyHelp[locale]} error={errorOf(name)}>
          <input
            id={name}
            name={name}
            value={values[name]}
            inputmode="decimal"
            autocomplete="off"
            {...describedBy(name, { help: true, error: errorOf(name) !== undefined })}
          />
        </Field>
      ))}
      <Field id="service" label={text.service[locale]}>
        <select id="service" name="service">
          <option value="">{text.noService[locale]}</option>
          {Object.entries(serviceNames).map(([service, name]) => (
            <option value={service} selected={values.service === service}>
              {name[locale]}
            </option>
          ))}
        </select>
      </Field>
    </div>
  );
}

const fromRegister: Record<Locale, (headcount: string) => string> = {
  sk: (headcount) => `Register uvádza: ${headcount}. Predvyplnené je najnižšie číslo.`,
  cs: (headcount) => `Rejstřík uvádí: ${headcount}. Předvyplněno je nejnižší číslo.`,
  en: (headcount) => `The register says: ${headcount}. The lowest number is filled in.`,
};

/** The short form under a firm's verdict: its codes go along, only what registers do not know is asked. */
export function FirmWhatIfForm({ locale, verdict, ico }: { locale: Locale; verdict: Verdict; ico: string }) {
  const codes = [...(verdict.nace === null ? [] : [verdict.nace]), ...verdict.otherNace];
  const { employees } = verdict.size;
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if is-short" novalidate>
      <input type="hidden" name="country" value={verdict.country} />
      <input type="hidden" name="ico" value={ico} />
      {codes.length === 0 ? (
        <fieldset class="codes">
          <legend>{text.codes[locale]}</legend>
          <CodeRow row={empty} number={1} locale={locale} errors={[]} />
        </fieldset>
      ) : (
        codes.map(({ code, revision }) => (
          <>
            <input type="hidden" name="code" value={code} />
            <input type="hidden" name="rev" value={revision} />
          </>
        ))
      )}
      <FactFields
        locale={locale}
        values={{
          employees: employees === null ? "" : String(employees.min),
          turnover: "",
          balance: "",
          service: verdict.sizeIndependentService,
        }}
        errors={[]}
        known={employees === null ? undefined : fromRegister[locale](headcountText(employees, locale))}
      />
      <button type="submit" class="button">
        {text.submit[locale]}
      </button>
    </form>
  );
}
