import type { OrganizationVerdict } from "../../../capabilities/organizations/organization-verdict.ts";
import { activityOptions } from "../../../capabilities/scope/activity-options.ts";
import type { QuestionControl as Control } from "../../../capabilities/scope/question-control.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { errorOf as errorIn, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Options } from "../components/form-field.tsx";
import { type Answered, QuestionBlocks, type Questions } from "../components/question-form.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { NoneOption, SectorList } from "../verdict/activity-fields.tsx";
import { DayFields } from "../verdict/day-form.tsx";
import type { ActivityOptions } from "../verdict/fact-context.ts";
import { askQuestions } from "../verdict/open-questions.tsx";
import { serviceOptions } from "../verdict/verdict-names.ts";
import { shownFacts } from "./facts-query.ts";

const text = typesetTexts({
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

/** The figures that say how large the firm is. */
const FIGURES: readonly {
  readonly name: "employees" | "turnoverEur" | "balanceSheetEur";
  readonly label: Localized;
  readonly help?: Localized;
  readonly inputmode?: "numeric";
}[] = [
  { name: "employees", label: text.employees, help: text.employeesHelp, inputmode: "numeric" },
  { name: "turnoverEur", label: text.turnoverEur, help: text.accounts },
  { name: "balanceSheetEur", label: text.balanceSheetEur },
];

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

/** What the organization says of itself: its size, its services, the open questions, the days it knows. */
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
  const service = shown.get("sizeIndependentService");
  const errorOf = (field: string) => errorIn(refusal, field);
  const answered: Answered = {
    answers: shown.answers,
    errorOf,
    fieldOf: (fact, control) => (
      <ElsewhereField fact={fact} control={control} answers={shown.answers} locale={locale} />
    ),
  };
  return (
    <PostForm request={request} path={path}>
      <input type="hidden" name="version" value={version} />
      <fieldset>
        <legend>{text.figures[locale]}</legend>
        {FIGURES.map(({ name, label, help, inputmode }) => (
          <TextField
            request={request}
            name={name}
            label={label[locale]}
            help={help?.[locale]}
            value={shown.get(name)}
            isRequired={false}
            inputmode={inputmode}
          />
        ))}
      </fieldset>
      <details class="folded" open={shown.activities.length > 0 || service !== ""}>
        <summary>{text.services[locale]}</summary>
        <div id="activities">
          <SectorList options={options} does={shown.activities} name="activities" locale={locale} />
        </div>
        <fieldset id="sizeIndependentService">
          <legend>{text.special[locale]}</legend>
          <div class="choice">
            <Options
              name="sizeIndependentService"
              id="service"
              options={[...serviceOptions(locale), { value: "", name: text.noService[locale] }]}
              values={[service]}
            />
          </div>
        </fieldset>
      </details>
      {verdict === null ? null : (
        <div id="questions">
          <QuestionBlocks open={verdict.missingFacts} questions={questions} answered={answered} locale={locale} />
        </div>
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
  return (
    <>
      <p class="help">
        <a href={`#${target}`}>{text.above[locale]}</a>
      </p>
      {control.none === true ? <NoneOption fact={fact} answers={answers} locale={locale} /> : null}
    </>
  );
}
