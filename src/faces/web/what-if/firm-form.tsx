import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { headcountText, type Verdict } from "../verdict/verdict.ts";
import { CodeRow, emptyRow } from "./code-row.tsx";
import { FactFields } from "./fact-fields.tsx";
import { formTexts } from "./form.tsx";

const fromRegister: Record<Locale, (headcount: string) => string> = {
  sk: (headcount) => `Register uvádza: ${headcount}.`,
  cs: (headcount) => `Rejstřík uvádí: ${headcount}.`,
  en: (headcount) => `The register says: ${headcount}.`,
};

/** Said where the register holds a band: of an exact number nothing is left out. */
const lowestFilledIn: Localized = {
  sk: "Predvyplnené je najnižšie číslo.",
  cs: "Předvyplněno je nejnižší číslo.",
  en: "The lowest number is filled in.",
};

/** The short form under a firm's verdict: its codes go along, only what registers do not know is asked. */
export function FirmWhatIfForm({ locale, verdict, ico }: { locale: Locale; verdict: Verdict; ico: string }) {
  // Without a main activity none of the others may pass for it: the first code of the form is the main one.
  const codes = verdict.nace === null ? [] : [verdict.nace, ...verdict.otherNace];
  const { employees } = verdict.size;
  return (
    <form action={href(locale, paths.whatIf)} method="get" class="what-if is-short" novalidate>
      <input type="hidden" name="country" value={verdict.country} />
      <input type="hidden" name="ico" value={ico} />
      {codes.length === 0 ? (
        <fieldset class="codes">
          <legend>{formTexts.codes[locale]}</legend>
          <CodeRow row={emptyRow} number={1} locale={locale} errors={[]} />
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
        country={verdict.country}
        values={{
          employees: employees === null ? "" : String(employees.min),
          turnover: "",
          balance: "",
          service: verdict.sizeIndependentService,
        }}
        errors={[]}
        known={employees === null ? undefined : knownHeadcount(employees, locale)}
      />
      <button type="submit" class="button">
        {formTexts.submit[locale]}
      </button>
    </form>
  );
}

function knownHeadcount(employees: NonNullable<Verdict["size"]["employees"]>, locale: Locale): string {
  const stated = fromRegister[locale](headcountText(employees, locale));
  return employees.min === employees.max ? stated : `${stated} ${lowestFilledIn[locale]}`;
}
