import type { aiActQuestions } from "../../../capabilities/ai-act/ai-act-questions.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { type Day, isDay } from "../../../core/day.ts";
import type { Locale } from "../../../core/locale.ts";
import { readLabel } from "../../reading/label.ts";
import { type Answering, readAnswer } from "../components/answer.ts";
import { href, paths } from "../paths.ts";

export type AiActQuestions = AnswerOf<typeof aiActQuestions>;
export type Question = AiActQuestions["questions"][number];
type Field = Question["field"];

/** An answer as it stands in the address: values of options, or one of `yes`, `no`, `none`, `unknown`. */
type Values = readonly string[];

export type Answers = ReadonlyMap<Field, Values>;

/** The address of a wizard page read against the questions. */
export interface Wizard {
  /** Every question of the wizard; the day stands on the result. */
  readonly questions: readonly Question[];
  /** The questions that make a difference after these answers, in their order. */
  readonly asked: readonly Question[];
  /** Answers to the questions asked, in their order. Answers to skipped questions are dropped: they change nothing. */
  readonly answers: Answers;
  /** Questions whose answer in the address is none that they have. */
  readonly wrong: readonly Question[];
  /** The day the duties are judged by; `undefined` means today. */
  readonly asOf: Day | undefined;
  /** What the visitor calls the system, at most 80 characters; "" for nothing. Foreign text. */
  readonly name: string;
  /** The day as it was typed, when it is none that exists. */
  readonly wrongDay: string | undefined;
}

/** Reads the answers that an address carries. Other parameters are ignored. */
export function readWizard(query: URLSearchParams, { questions: all }: Pick<AiActQuestions, "questions">): Wizard {
  const questions = all.filter(({ kind }) => kind !== "day");
  const given = new Map<Field, Values>();
  const wrong: Question[] = [];
  for (const question of questions) {
    const values = [...new Set(query.getAll(question.field).filter((value) => value !== ""))];
    if (values.length === 0) continue;
    if (isAnswer(question, values)) given.set(question.field, values);
    else wrong.push(question);
  }
  const asked = questions.filter((question) => makesADifference(question, given));
  const answers = new Map(
    asked.flatMap(({ field }): [Field, Values][] => {
      const values = given.get(field);
      return values === undefined ? [] : [[field, values]];
    }),
  );
  const day = (query.get("asOf") ?? "").trim().slice(0, 30);
  return {
    questions,
    asked,
    answers,
    wrong,
    name: readLabel(query.get("name")),
    asOf: isDay(day) ? day : undefined,
    wrongDay: day === "" || isDay(day) ? undefined : day,
  };
}

/** The values that a question can be answered with, as its form offers them. */
export function valuesOf({ kind, field, options }: Question): string[] {
  if (kind === "yes_no") return ["yes", "no", "unknown"];
  return [...options.map(({ value }) => value), ...(field === "role" ? [] : ["none"]), "unknown"];
}

function answeringOf(question: Question): Answering {
  const values = valuesOf(question).filter((value) => value !== "unknown");
  return { kind: KINDS[question.kind], options: values.map((value) => ({ value, name: value })) };
}

/** What the kinds of this guide are called elsewhere. */
const KINDS = { yes_no: "boolean", choice: "choice", several: "list", day: "day" } as const;

/** One of its values; several only where several can hold, and then none of them says that nothing does. */
function isAnswer(question: Question, values: Values): boolean {
  const known = valuesOf(question);
  if (!values.every((value) => known.includes(value))) return false;
  return values.length === 1 || (question.kind === "several" && !values.some((value) => !isPositive([value])));
}

function isPositive(values: Values): boolean {
  return values.some((value) => !["no", "none", "unknown"].includes(value));
}

function makesADifference({ field, onlyIf }: Question, given: Answers): boolean {
  // A provider gets no class whatever else is answered, so nothing else is asked.
  if (field !== "role" && given.get("role")?.includes("provider")) return false;
  return onlyIf.length === 0 || onlyIf.some((other) => isPositive(given.get(other) ?? []));
}

/** The arguments of `ai_act_classify`. "I don't know" is no statement: it is left out, so that the answer names it. */
export function argumentsOf({ questions, answers, asOf }: Wizard): Readonly<Record<string, unknown>> {
  const stated = questions.flatMap((question): [string, unknown][] => {
    const value = readAnswer(answeringOf(question), answers.get(question.field) ?? []);
    return value === undefined ? [] : [[question.field, value]];
  });
  return { ...Object.fromEntries(stated), ...(asOf === undefined ? {} : { asOf }) };
}

/** The first question that is not answered yet; `undefined` when all are answered. */
export function nextQuestion({ asked, answers }: Wizard): Question | undefined {
  return asked.find(({ field }) => !answers.has(field));
}

/** The name and value of every answer, as an address or a form carries them; without the answer to `except`. */
export function carried({ answers, asOf, name }: Wizard, except?: Field): [string, string][] {
  const pairs = [...answers].flatMap(([field, values]): [string, string][] =>
    field === except ? [] : values.map((value) => [field, value]),
  );
  return [...pairs, ...(asOf === undefined ? [] : [pair("asOf", asOf)]), ...(name === "" ? [] : [pair("name", name)])];
}

function pair(name: string, value: string): [string, string] {
  return [name, value];
}

/** The path of a question below the language: `/ai-act/annex-iii-use`. */
export function stepPath(field: string): string {
  const words = field.replace("III", "Iii").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${paths.aiAct}/${words}`;
}

/** The address of a wizard page with all answers in it. `returns`: after this question comes the result. */
export function wizardHref(
  locale: Locale,
  path: string,
  wizard: Wizard,
  { returns = false }: { returns?: boolean } = {},
): string {
  const query = new URLSearchParams(carried(wizard));
  if (returns) query.append(RETURNS, "result");
  const text = query.toString();
  return `${href(locale, path)}${text === "" ? "" : `?${text}`}`;
}

/** The name in an address that says where to go after a question that was opened from the result. */
export const RETURNS = "to";

/** The name in an address that says that the form of a question was sent. */
export const SENT = "go";
