import type { Country } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { describedBy, Field, type FieldError } from "../components/form-field.tsx";
import { serviceNames } from "../verdict/verdict-names.ts";
import type { WhatIfValues } from "./what-if-query.ts";

const text = {
  employees: { sk: "Počet zamestnancov", cs: "Počet zaměstnanců", en: "Number of employees" },
  employeesHelp: {
    sk: "V prepočte na celoročné plné úväzky, spolu s prepojenými a pomerne aj s partnerskými podnikmi.",
    cs: "V přepočtu na celoroční plné úvazky, spolu s propojenými a poměrně i s partnerskými podniky.",
    en: "In full-time equivalents over the year, including linked enterprises and, in proportion, partner enterprises.",
  },
  turnover: { sk: "Ročný obrat v eurách", cs: "Roční obrat v eurech", en: "Annual turnover in euros" },
  balance: { sk: "Bilančná suma v eurách", cs: "Bilanční suma v eurech", en: "Balance sheet total in euros" },
  accounts: {
    sk: "Z poslednej schválenej účtovnej závierky.",
    cs: "Z poslední schválené účetní závěrky.",
    en: "From the latest approved accounts.",
  },
  crowns: {
    sk: "Sumy v českých korunách sa prepočítajú kurzom ČNB z posledného dňa predchádzajúceho roka (§ 2 ods. 2 vyhlášky č. 408/2025 Sb.).",
    cs: "Částky v korunách se přepočtou kurzem ČNB z posledního dne předchozího roku (§ 2 odst. 2 vyhlášky č. 408/2025 Sb.).",
    en: "Czech crowns are converted at the rate of the Czech National Bank on the last day of the previous year (§ 2(2) of Decree No. 408/2025 Sb.).",
  },
  service: {
    sk: "Služba bez ohľadu na veľkosť",
    cs: "Služba bez ohledu na velikost",
    en: "A service in scope at any size",
  },
  noService: { sk: "žiadna z nich", cs: "žádná z nich", en: "none of these" },
} satisfies Record<string, Localized>;

/** The facts that no register holds; `known` is the headcount the register does hold, `country` that of the firm. */
export function FactFields({
  locale,
  values,
  errors,
  known,
  country,
}: {
  locale: Locale;
  values: Pick<WhatIfValues, "employees" | "turnover" | "balance" | "service">;
  errors: readonly FieldError[];
  known?: string | undefined;
  country?: Country | undefined;
}) {
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message;
  const money = [
    ["turnover", text.turnover],
    ["balance", text.balance],
  ] as const;
  // Slovak accounts are in euros.
  const moneyHelp = [text.accounts, ...(country === "SK" ? [] : [text.crowns])].map((each) => each[locale]).join(" ");
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
        <Field id={name} label={label[locale]} help={moneyHelp} error={errorOf(name)}>
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
