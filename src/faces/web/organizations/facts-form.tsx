import type { OrganizationVerdict } from "../../../capabilities/organizations/organization-verdict.ts";
import { activityOptions } from "../../../capabilities/scope/activity-options.ts";
import type { QuestionControl as Control } from "../../../capabilities/scope/question-control.ts";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import { controlTexts, Radios } from "../components/question-control.tsx";
import { type Answered, QuestionBlocks, type Questions } from "../components/question-form.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { SectorList } from "../verdict/activity-fields.tsx";
import { DayFields } from "../verdict/day-form.tsx";
import type { ActivityOptions } from "../verdict/fact-context.ts";
import { askQuestions } from "../verdict/open-questions.tsx";
import { serviceNames } from "../verdict/verdict-names.ts";
import { shownFacts } from "./facts-query.ts";

const text = typesetTexts({
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  country: { sk: "Krajina", cs: "Země", en: "Country" },
  choose: { sk: "vyberte", cs: "vyberte", en: "choose" },
  ico: { sk: "IČO (nepovinné)", cs: "IČO (nepovinné)", en: "IČO, the company number (optional)" },
  figures: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  employees: { sk: "Počet zamestnancov", cs: "Počet zaměstnanců", en: "Number of employees" },
  employeesHelp: {
    sk: "V prepočte na celoročné plné úväzky, spolu s prepojenými podnikmi a s podielom partnerských podnikov.",
    cs: "V přepočtu na celoroční plné úvazky, spolu s propojenými podniky a s podílem partnerských podniků.",
    en: "In full-time equivalents over the year, with linked enterprises and the share of partner ones.",
  },
  turnoverEur: { sk: "Ročný obrat v eurách", cs: "Roční obrat v eurech", en: "Annual turnover in euros" },
  balanceSheetEur: { sk: "Bilančná suma v eurách", cs: "Bilanční suma v eurech", en: "Balance sheet total in euros" },
  accounts: {
    sk: "Z poslednej schválenej účtovnej závierky. Prázdne pole: platí, čo uvádza register.",
    cs: "Z poslední schválené účetní závěrky. Prázdné pole: platí, co uvádí rejstřík.",
    en: "From the latest approved accounts. Left empty, what the register says holds.",
  },
  services: { sk: "Služby", cs: "Služby", en: "Services" },
  special: {
    sk: "Poskytujete niektorú z týchto služieb? Na veľkosti pri nich nezáleží.",
    cs: "Poskytujete některou z těchto služeb? Velikost u nich nerozhoduje.",
    en: "Do you provide one of these services? The size does not matter for them.",
  },
  noService: { sk: "žiadnu z nich", cs: "žádnou z nich", en: "none of these" },
  days: { sk: "Dni, od ktorých bežia lehoty", cs: "Dny, od kterých běží lhůty", en: "Days from which periods run" },
  above: { sk: "Odpovedzte v poli vyššie", cs: "Odpovězte v poli výše", en: "Answer in the field above" },
  save: { sk: "Uložiť a posúdiť", cs: "Uložit a posoudit", en: "Save and judge" },
} satisfies Record<string, Localized>);

/** What the form needs besides the verdict. */
export interface FactsFormContent {
  readonly questions: Questions;
  readonly options: ActivityOptions;
}

/** Asks for the questions and the services of the country. */
export async function askFactsForm(
  request: PrivateRequest<SignedIn>,
  { stated }: OrganizationVerdict,
): Promise<FactsFormContent> {
  const country = stated?.country;
  const [questions, options] = await Promise.all([
    askQuestions(request, country),
    request.ask(activityOptions, country === undefined ? {} : { country }),
  ]);
  return { questions, options };
}

/** What the organization says of itself: the firm, its size, its services, the open questions, the days it knows. */
export function FactsForm({
  request,
  path,
  answer,
  content: { questions, options },
}: {
  request: PrivateRequest<SignedIn>;
  path: string;
  answer: OrganizationVerdict;
  content: FactsFormContent;
}) {
  const { locale, refusal } = request;
  const { verdict, version } = answer;
  const shown = shownFacts(request, answer);
  const errorOf = (field: string) => refusal?.faults.find((fault) => fault.field === field)?.message;
  const answered: Answered = {
    answers: shown.answers,
    errorOf,
    fieldOf: (fact, control) => (
      <ElsewhereField fact={fact} control={control} answers={shown.answers} locale={locale} />
    ),
  };
  const none = { value: "", name: text.noService[locale] };
  const special = Object.entries(serviceNames).map(([value, name]) => ({ value, name: name[locale] }));
  return (
    <PostForm request={request} path={path}>
      <input type="hidden" name="version" value={version} />
      <fieldset>
        <legend>{text.firm[locale]}</legend>
        <Field id="country" label={text.country[locale]} error={errorOf("country")}>
          <select id="country" name="country" required>
            {shown.country === "" ? <option value="">{text.choose[locale]}</option> : null}
            {COUNTRIES.map((country) => (
              <option value={country} selected={country === shown.country}>
                {countryNames[country][locale]}
              </option>
            ))}
          </select>
        </Field>
        <TextField
          request={request}
          name="ico"
          label={text.ico[locale]}
          value={shown.ico}
          isRequired={false}
          inputmode="numeric"
        />
      </fieldset>
      <fieldset>
        <legend>{text.figures[locale]}</legend>
        <TextField
          request={request}
          name="employees"
          label={text.employees[locale]}
          help={text.employeesHelp[locale]}
          value={shown.employees}
          isRequired={false}
          inputmode="numeric"
        />
        <TextField
          request={request}
          name="turnoverEur"
          label={text.turnoverEur[locale]}
          help={text.accounts[locale]}
          value={shown.turnoverEur}
          isRequired={false}
        />
        <TextField
          request={request}
          name="balanceSheetEur"
          label={text.balanceSheetEur[locale]}
          value={shown.balanceSheetEur}
          isRequired={false}
        />
      </fieldset>
      <details class="folded" open={shown.activities.length > 0 || shown.service !== ""}>
        <summary>{text.services[locale]}</summary>
        <div id="activities">
          <SectorList options={options} does={shown.activities} name="activities" locale={locale} />
        </div>
        <fieldset id="sizeIndependentService">
          <legend>{text.special[locale]}</legend>
          <Radios name="sizeIndependentService" id="service" options={[...special, none]} values={[shown.service]} />
        </fieldset>
      </details>
      {verdict === null ? null : (
        <QuestionBlocks open={verdict.missingFacts} questions={questions} answered={answered} locale={locale} />
      )}
      {verdict === null || verdict.daysToAsk.length === 0 ? null : (
        <details class="folded" id="days" open={shown.days.typed.size > 0}>
          <summary>{text.days[locale]}</summary>
          <DayFields
            verdict={verdict}
            days={shown.days}
            errorOf={(letter) => errorOf(`day-${letter}`)}
            locale={locale}
          />
        </details>
      )}
      <SubmitButton label={text.save[locale]} />
    </PostForm>
  );
}

/** A question that a field above answers; "no" can be said here. */
function ElsewhereField({
  fact,
  control,
  answers,
  locale,
}: {
  fact: string;
  control: Control;
  answers: ReadonlyMap<string, readonly string[]>;
  locale: PrivateRequest["locale"];
}) {
  const anchors: Readonly<Record<string, string>> = {
    nace: "activities",
    activities: "activities",
    group: "employees",
  };
  const target = anchors[control.field] ?? control.field;
  const options = [
    { value: "no", name: controlTexts.no[locale] },
    { value: "unknown", name: controlTexts.unknown[locale] },
  ];
  return (
    <>
      <p class="help">
        <a href={`#${target}`}>{text.above[locale]}</a>
      </p>
      {control.none === true ? (
        <Radios name={`a.${fact}`} id={`a-${fact}`} options={options} values={answers.get(fact) ?? []} />
      ) : null}
    </>
  );
}
