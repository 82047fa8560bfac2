import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import type { QuestionControl as Control } from "../../../capabilities/scope/question-control.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { Field, Options } from "../components/form-field.tsx";
import { ActivityFields } from "./activity-fields.tsx";
import type { FactContext } from "./fact-context.ts";
import { GroupForm } from "./group-form.tsx";
import { serviceOptions } from "./verdict-names.ts";

const text = {
  employees: { sk: "Počet zamestnancov", cs: "Počet zaměstnanců", en: "Number of employees" },
  employeesHelp: {
    sk: "V prepočte na celoročné plné úväzky, bez firiem skupiny.",
    cs: "V přepočtu na celoroční plné úvazky, bez firem skupiny.",
    en: "In full-time equivalents over the year, without the firms of the group.",
  },
  turnover: { sk: "Ročný obrat v eurách", cs: "Roční obrat v eurech", en: "Annual turnover in euros" },
  balance: { sk: "Bilančná suma v eurách", cs: "Bilanční suma v eurech", en: "Balance sheet total in euros" },
  accounts: {
    sk: "Z poslednej schválenej účtovnej závierky.",
    cs: "Z poslední schválené účetní závěrky.",
    en: "From the latest approved accounts.",
  },
  crowns: {
    sk: "Sumu v korunách napíšte s Kč, napríklad 250\u00a0000\u00a0000\u00a0Kč.",
    cs: "Částku v korunách napište s Kč, například 250\u00a0000\u00a0000\u00a0Kč.",
    en: "Write an amount in Czech crowns with CZK, for example 250\u00a0000\u00a0000\u00a0CZK.",
  },
  rate: {
    sk: "Kurz, ak sú sumy v korunách (Kč za 1 euro)",
    cs: "Kurz, pokud jsou částky v korunách (Kč za 1 euro)",
    en: "Rate, if amounts are in Czech crowns (CZK for 1 euro)",
  },
  rateHelp: {
    sk: "Kurz, ktorý ČNB vyhlásila pre posledný deň pred posudzovaným kalendárnym rokom (§ 2 ods. 2 vyhlášky č. 408/2025 Sb.). Keď ho nevyplníte, doplníme kurz pre posledný skončený rok. Platí pre všetky sumy.",
    cs: "Kurz, který ČNB vyhlásila pro poslední den před posuzovaným kalendářním rokem (§ 2 odst. 2 vyhlášky č. 408/2025 Sb.). Když ho nevyplníte, doplníme kurz pro poslední skončený rok. Platí pro všechny částky.",
    en: "The rate that the Czech National Bank announced for the last day before the assessed calendar year (§ 2(2) of Decree No. 408/2025 Sb.). Left empty, the rate for the last year that has ended is filled in. It holds for all amounts.",
  },
  rateSlovak: {
    sk: "Pre slovenskú firmu kurz neurčuje žiadny predpis; použije sa ten istý.",
    cs: "Pro slovenskou firmu kurz žádný předpis neurčuje; použije se týž.",
    en: "No act names a rate for a Slovak firm; the same one is used.",
  },
  saidIn: { sk: "Zdroj z roku", cs: "Zdroj z roku", en: "A source of" },
  saidThen: { sk: "uvádza", cs: "uvádí", en: "says" },
  published: { sk: "Zverejnený údaj", cs: "Zveřejněný údaj", en: "Published figure" },
  says: { sk: "Register uvádza", cs: "Rejstřík uvádí", en: "The register says" },
  noService: { sk: "žiadnu z nich", cs: "žádnou z nich", en: "none of these" },
} satisfies Record<string, Localized>;

/** The control of a question that a field of the facts answers: figures, the group, codes, services. */
export function FactControl({ fact, control, context }: { fact: string; control: Control; context: FactContext }) {
  const { values, locale } = context;
  switch (control.field) {
    case "employees":
    case "turnoverEur":
    case "balanceSheetEur":
      return <FigureField field={control.field} context={context} />;
    case "group":
      return <GroupForm context={context} />;
    case "sizeIndependentService":
      return (
        <div class="choice">
          <Options
            name="service"
            options={[...serviceOptions(locale), { value: "none", name: text.noService[locale] }]}
            values={values.service === undefined ? [] : [values.service]}
          />
        </div>
      );
    default:
      return <ActivityFields fact={fact} context={context} />;
  }
}

const FIGURES = {
  employees: { name: "employees", label: text.employees },
  turnoverEur: { name: "turnover", label: text.turnover },
  balanceSheetEur: { name: "balance", label: text.balance },
} as const;

/** A figure of the firm: what the register says beside what the visitor says. */
export function FigureField({ field, context }: { field: keyof typeof FIGURES; context: FactContext }) {
  const { values, country, errorOf, locale } = context;
  const { name, label } = FIGURES[field];
  const help =
    field === "employees"
      ? [text.employeesHelp[locale]]
      : [text.accounts[locale], ...(country === "CZ" || values.rate !== "" ? [text.crowns[locale]] : [])];
  const said = saidByRegister(field, context);
  const figure = (
    <Field
      id={name}
      label={label[locale]}
      help={[...(said === null ? [] : [said]), ...help].join(" ")}
      error={errorOf(name)}
      value={values[name]}
      inputmode={field === "employees" ? "numeric" : "decimal"}
      autocomplete="off"
    />
  );
  const isRated = values.country === "CZ" || values.rate !== "";
  return field === "turnoverEur" && isRated ? [figure, <RateField context={context} />] : figure;
}

/** The rate for amounts in crowns, once beside the turnover. */
function RateField({ context: { values, errorOf, locale } }: { context: FactContext }) {
  return (
    <Field
      id="rate"
      label={text.rate[locale]}
      help={[text.rateHelp[locale], ...(values.country === "SK" ? [text.rateSlovak[locale]] : [])].join(" ")}
      error={errorOf("rate")}
      value={values.rate}
      inputmode="decimal"
      autocomplete="off"
    />
  );
}

function saidByRegister(field: keyof typeof FIGURES, { values: { known }, locale }: FactContext): string | null {
  const amount = field === "turnoverEur" ? known.turnover : field === "balanceSheetEur" ? known.balance : undefined;
  const source = (known.isPublished ? text.published : text.says)[locale];
  if (amount !== undefined) return `${source}: ${formatNumber(amount, locale)} EUR.`;
  if (field !== "employees" || known.staff === undefined) return null;
  const says =
    known.since === undefined ? source : `${text.saidIn[locale]} ${known.since.slice(0, 4)} ${text.saidThen[locale]}`;
  return `${says}: ${headcountText(known.staff, locale)}.`;
}
