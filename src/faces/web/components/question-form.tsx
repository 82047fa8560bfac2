import type { Child } from "hono/jsx";
import type { QuestionControl as Control } from "../../../capabilities/scope/question-control.ts";
import type { CommonVerdict } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { plural } from "../../../core/text.ts";
import { commonOptions, numberIn } from "./answer.ts";
import { CategoryMark } from "./category-mark.tsx";
import { StepLaw } from "./citations.tsx";
import { Field, Options } from "./form-field.tsx";
import { LawText } from "./law-text.tsx";

/** A question as `scope_questions` gives it. */
export interface Question {
  readonly fact: string;
  readonly question: string | null;
  readonly block: "size" | "activity" | "figures" | "authority" | "special";
  readonly why: string | null;
  readonly controls: readonly Control[];
}

/** The questions of a country by their fact. */
export type Questions = ReadonlyMap<string, Question>;

const blockTexts = {
  size: {
    title: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
    intro: {
      sk: "Údaje za celý rok z poslednej schválenej účtovnej závierky.",
      cs: "Údaje za celý rok z poslední schválené účetní závěrky.",
      en: "Figures of a whole year, from the latest approved accounts.",
    },
  },
  activity: {
    title: { sk: "Čo firma robí", cs: "Co firma dělá", en: "What the firm does" },
    intro: {
      sk: "Počíta sa skutočná činnosť, aj vedľajšia; kód je len pomôcka.",
      cs: "Počítá se skutečná činnost, i vedlejší; kód je jen pomůcka.",
      en: "What is really done counts, side activities too; a code is only an aid.",
    },
  },
  figures: {
    title: { sk: "Údaje z vášho odvetvia", cs: "Údaje z vašeho oboru", en: "Figures of your field" },
    intro: {
      sk: "Česká vyhláška má pri niektorých službách vlastné hranice.",
      cs: "Vyhláška má u některých služeb vlastní hranice.",
      en: "For some services the Czech decree has lines of its own.",
    },
  },
  authority: {
    title: {
      sk: "Čo vám oznámil úrad alebo odberateľ",
      cs: "Co vám oznámil úřad nebo odběratel",
      en: "Notices from an authority or a customer",
    },
    intro: {
      sk: "Firma to vie naisto: prišlo jej to listom, rozhodnutím alebo v zmluve.",
      cs: "Firma to ví jistě: přišlo jí to dopisem, rozhodnutím nebo ve smlouvě.",
      en: "A firm knows it for sure: it comes as a letter, a decision or in a contract.",
    },
  },
  special: {
    title: { sk: "Zvláštne postavenie", cs: "Zvláštní postavení", en: "Special positions" },
    intro: {
      sk: "Zriedkavé prípady. Posúdenie necháva zákon na vás.",
      cs: "Vzácné případy. Posouzení nechává slovenský zákon na vás.",
      en: "Rare. The act lets you judge it yourself.",
    },
  },
} satisfies Record<Question["block"], { title: Localized; intro: Localized }>;

const BLOCKS = ["size", "activity", "figures", "authority", "special"] as const;

/** Blocks in which most firms answer no to everything. */
const USUALLY_NONE: readonly Question["block"][] = ["authority", "special"];

const text = {
  because: { sk: "Pýtame sa pre kód", cs: "Ptáme se kvůli kódu", en: "Asked because of code" },
  couldBe: { sk: "Výsledok by mohol byť:", cs: "Výsledek by mohl být:", en: "The result could be:" },
  regimeOnly: {
    sk: "Mení len český režim.",
    cs: "Mění jen český režim.",
    en: "Changes the Czech regime only.",
  },
  more: { sk: "Ďalšie otázky", cs: "Další otázky", en: "Further questions" },
  answered: { sk: "Zodpovedané", cs: "Zodpovězené", en: "Answered" },
  recalculate: { sk: "Prepočítať", cs: "Přepočítat", en: "Recalculate" },
  number: { sk: "Číslo", cs: "Číslo", en: "Number" },
  none: { sk: "Nič z toho neplatí", cs: "Nic z toho neplatí", en: "None of these applies" },
  withheld: {
    sk: "Otázku neukazujeme: jej citáciu sa nepodarilo overiť.",
    cs: "Otázku neukazujeme: její citaci se nepodařilo ověřit.",
    en: "The question is not shown: its citation could not be confirmed.",
  },
} satisfies Record<string, Localized>;

/** Open questions that are seen at once, the most decisive ones; further ones stand in closed sections, sent along. */
const AT_ONCE = 2;

const countOf: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázok" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázek" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "question", other: "questions" }, "en")}`,
};

type OpenFact = CommonVerdict["missingFacts"][number];

/** The question of the group: it decides more often than sums, and people can answer it without a ledger. */
const GROUP = "linkedEnterprises";

/** The open facts with the question of the group before those of turnover and balance sheet. */
function groupBeforeMoney(open: readonly OpenFact[]): readonly OpenFact[] {
  const group = open.find(({ fact }) => fact === GROUP);
  const money = open.findIndex(({ fact }) => fact === "turnoverEur" || fact === "balanceSheetEur");
  if (group === undefined || money === -1 || open.indexOf(group) < money) return open;
  const others = open.filter((fact) => fact !== group);
  return [...others.slice(0, money), group, ...others.slice(money)];
}

/** What the form needs to know about the address it stands for. */
export interface Answered {
  /** Answers by their key as they stand in the address. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  readonly errorOf: (field: string) => string | undefined;
  /** True where the answer is wrong: the question is asked before the others. */
  readonly isWrong?: (question: Question) => boolean;
  /** The control of a question that a field of the facts answers, such as the headcount. */
  readonly fieldOf: (fact: string, control: Control) => Child;
  /** Where the form is sent, without a fragment, so that each block comes back to its own place; absent: it does not. */
  readonly action?: string;
  /** What the answers of a block changed, where it was just sent. */
  readonly changedIn?: ((block: Question["block"]) => Child | null) | undefined;
}

/**
 * The open questions of a verdict in five blocks, each question with its control, why it is asked and because of which
 * code; below them the answered ones, so that they can be changed and the address keeps them.
 */
export function QuestionBlocks({
  open,
  questions,
  answered,
  locale,
}: {
  open: readonly OpenFact[];
  questions: Questions;
  answered: Answered;
  locale: Locale;
}) {
  const { answers } = answered;
  // "I don't know" keeps a question open and moves it to the end.
  const isUnknown = ({ fact }: OpenFact) =>
    keysOf(questions.get(fact)).some((key) => answers.get(key)?.includes("unknown"));
  const isWrong = ({ fact }: OpenFact) => {
    const question = questions.get(fact);
    return question !== undefined && answered.isWrong?.(question) === true;
  };
  const [wrong, right] = [open.filter(isWrong), open.filter((fact) => !isWrong(fact))];
  const inOrder = [...wrong, ...groupBeforeMoney(right.filter((fact) => !isUnknown(fact))), ...right.filter(isUnknown)];
  const isGroup = ({ fact }: OpenFact) =>
    fact === GROUP && !right.some((open) => open.fact === GROUP && isUnknown(open));
  const first = new Set([...inOrder.slice(0, Math.max(AT_ONCE, wrong.length)), ...inOrder.filter(isGroup)]);
  const returnTo = (block: string) =>
    answered.action === undefined
      ? undefined
      : { name: "b", value: block, formaction: `${answered.action}#b-${block}` };
  const openFacts = new Set(open.map(({ fact }) => fact));
  const closed = [...questions.values()].filter(
    (question) => !openFacts.has(question.fact) && keysOf(question).some((key) => answers.has(key)),
  );
  return (
    <>
      {BLOCKS.map((block) => {
        const asked = inOrder.filter(({ fact }) => questions.get(fact)?.block === block);
        const resolved = closed.filter((question) => question.block === block);
        const changed = answered.changedIn?.(block) ?? null;
        if (asked.length === 0 && resolved.length === 0) {
          return changed === null ? null : <section id={`b-${block}`}>{changed}</section>;
        }
        const seen = asked.filter((fact) => first.has(fact));
        const further = asked.filter((fact) => !first.has(fact));
        const ask = (facts: readonly OpenFact[]) =>
          facts.map((fact) => <OpenQuestion fact={fact} questions={questions} answered={answered} locale={locale} />);
        const change = (answeredOnes: readonly Question[]) =>
          answeredOnes.map((question) => (
            <fieldset class="asked" id={`q-${question.fact}`}>
              <legend>{question.question}</legend>
              <Controls question={question} answered={answered} locale={locale} />
            </fieldset>
          ));
        return (
          <Block
            block={block}
            open={asked.length}
            resolved={resolved.length}
            isOpen={seen.length > 0 || changed !== null}
            locale={locale}
          >
            {changed}
            {asked.length === 0 ? null : <p class="help">{blockTexts[block].intro[locale]}</p>}
            {ask(seen)}
            {seen.length === 0 ? (
              ask(further)
            ) : further.length === 0 ? null : (
              <details>
                <summary>
                  {text.more[locale]} ({further.length})
                </summary>
                {ask(further)}
              </details>
            )}
            {resolved.length === 0 ? null : asked.length === 0 ? (
              change(resolved)
            ) : (
              <details>
                <summary>
                  {text.answered[locale]} ({resolved.length})
                </summary>
                {change(resolved)}
              </details>
            )}
            <p class="block-buttons">
              <button type="submit" class="button" {...returnTo(block)}>
                {text.recalculate[locale]}
              </button>
              {asked.length > 1 && USUALLY_NONE.includes(block) ? (
                <button
                  type="submit"
                  class="button is-quiet"
                  name="none"
                  value={block}
                  formaction={returnTo(block)?.formaction}
                >
                  {text.none[locale]}
                </button>
              ) : null}
            </p>
          </Block>
        );
      })}
    </>
  );
}

/** A block under its title; one in which no question is among the first is closed, and the title says how many it holds. */
function Block({
  block,
  open,
  resolved,
  isOpen,
  locale,
  children,
}: {
  block: Question["block"];
  /** How many questions of it are open, and how many are answered. */
  open: number;
  resolved: number;
  isOpen: boolean;
  locale: Locale;
  children: Child;
}) {
  const title = <h3 id={`block-${block}`}>{blockTexts[block].title[locale]}</h3>;
  if (isOpen) {
    return (
      <section class="question-block" id={`b-${block}`} aria-labelledby={`block-${block}`}>
        {title}
        {children}
      </section>
    );
  }
  return (
    <section id={`b-${block}`}>
      <details class="question-block">
        <summary>
          {title}{" "}
          <span class="meta">{open === 0 ? `${text.answered[locale]}: ${resolved}` : countOf[locale](open)}</span>
        </summary>
        {children}
      </details>
    </section>
  );
}

/** The keys under `a.` that answer a question. */
export function keysOf(question: Question | undefined): readonly string[] {
  if (question === undefined) return [];
  return question.controls.map(({ field, none }) => (none === true ? question.fact : field.replace("answers.", "")));
}

function OpenQuestion({
  fact: { fact, question, couldBecome, code, citations },
  questions,
  answered,
  locale,
}: {
  fact: OpenFact;
  questions: Questions;
  answered: Answered;
  locale: Locale;
}) {
  const known = questions.get(fact);
  if (known === undefined) return null;
  return (
    <fieldset class="asked" id={`q-${fact}`}>
      <legend>
        <LawText text={question ?? text.withheld[locale]} />
      </legend>
      <p class="why">
        {known.why}
        {code === null ? null : (
          <>
            {" "}
            {text.because[locale]} {formatNace(code.code)} (Rev.&nbsp;{code.revision}).
          </>
        )}
      </p>
      <Controls question={known} answered={answered} locale={locale} />
      <div class="asked-law">
        {couldBecome.length === 0 ? (
          <p class="becomes">{text.regimeOnly[locale]}</p>
        ) : (
          <p class="becomes">
            <span>{text.couldBe[locale]}</span>{" "}
            {couldBecome.map((possible) => (
              <CategoryMark category={possible} locale={locale} />
            ))}
          </p>
        )}
        <StepLaw citations={citations} locale={locale} />
      </div>
    </fieldset>
  );
}

function Controls({ question, answered, locale }: { question: Question; answered: Answered; locale: Locale }) {
  return (
    <>
      {question.controls.map((control) => {
        if (!control.field.startsWith("answers.")) return answered.fieldOf(question.fact, control);
        const key = control.field.replace("answers.", "");
        return (
          <AnswerControl
            control={control}
            name={`a.${key}`}
            id={`a-${key}`}
            values={answered.answers.get(key) ?? []}
            error={answered.errorOf(`a-${key}`)}
            locale={locale}
          />
        );
      })}
    </>
  );
}

/** The control of a question that is answered by a key of its own. `values`: the answer as it stands in the address. */
function AnswerControl({
  control: { kind, label, options = [] },
  name,
  id,
  values,
  error,
  locale,
}: {
  control: Control;
  name: string;
  id: string;
  values: readonly string[];
  error: string | undefined;
  locale: Locale;
}) {
  const isNumber = kind === "number";
  // A yes that came without its figure stays in the form until the figure is typed.
  const said = isNumber && values.includes("yes") ? commonOptions(locale, "yes") : [];
  const before = kind === "boolean" ? commonOptions(locale, "yes", "no") : [...said, ...options];
  const after = kind === "list" ? commonOptions(locale, "none", "unknown") : commonOptions(locale, "unknown");
  const choice = (
    <div class="choice">
      <Options
        name={name}
        id={isNumber ? `${id}-option` : id}
        options={[...before, ...after]}
        values={values}
        isSeveral={kind === "list"}
      />
    </div>
  );
  if (!isNumber) return choice;
  return (
    <Field
      kind="number-answer"
      id={id}
      name={name}
      label={label ?? text.number[locale]}
      error={error}
      value={numberIn(options, values) ?? ""}
      inputmode="decimal"
      autocomplete="off"
      maxlength={30}
    >
      {choice}
    </Field>
  );
}
