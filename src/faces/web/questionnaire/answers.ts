import type { z } from "zod";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import { questionnaireReferences } from "../../../capabilities/questionnaire/questionnaire-references.ts";
import type { questionnaireScore } from "../../../capabilities/questionnaire/questionnaire-score.ts";
import { readLabel } from "../../reading/label.ts";
import type { PageRequest, Site } from "../page.ts";
import { href, redirectTo } from "../paths.ts";

export type QuestionnaireScore = AnswerOf<typeof questionnaireScore>;
export type Mode = QuestionnaireScore["mode"];
export type AreaId = QuestionnaireScore["areas"][number]["id"];
export type Regime = z.input<typeof questionnaireReferences.input>["regime"];
export type AnswerId = NonNullable<QuestionnaireScore["nextSteps"][number]["answer"]>;

/** The ids of all questions by area, in the order of the questionnaire. */
export type QuestionIds = ReadonlyMap<AreaId, readonly string[]>;

/** What somebody has answered so far. It is kept in the address of the page and nowhere on the server. */
export interface Sheet {
  readonly mode: Mode;
  /** The national regime whose law stands first, from a verdict or chosen. */
  readonly regime?: Regime | undefined;
  readonly answers: ReadonlyMap<string, AnswerId>;
  /** Why questions do not concern them, by question; only where that is the answer. */
  readonly reasons: ReadonlyMap<string, GivenReason>;
  /** What the visitor calls the result on paper; "" for nothing. Foreign text. */
  readonly label: string;
}

/** Why a statutory question does not concern somebody. */
export const REASONS = ["out_of_scope", "other_regime", "not_provided", "other"] as const;

export interface GivenReason {
  readonly code: (typeof REASONS)[number];
  /** In own words, for `other`; else "". Foreign text. */
  readonly words: string;
}

/** The most letters of a reason in own words. */
export const MOST_WORDS = 200;

/** The name of the parameter that holds the reason of a question, and of that with its own words. */
export const reasonParameter = (id: string) => `n.${id}`;
export const wordsParameter = (id: string) => `n.${id}.text`;

/** The national regimes in the order in which they are offered. */
export const REGIMES: readonly Regime[] = questionnaireReferences.input.shape.regime.options;

/** One letter an answer, so that the answers to all questions fit into an address that is never too long. */
const LETTERS = { yes: "y", partial: "p", no: "n", not_applicable: "x" } as const satisfies Record<AnswerId, string>;

/** Stands where a question is not answered. */
const OPEN = "-";

const byLetter = new Map<string, string>(Object.entries(LETTERS).map(([answer, letter]) => [letter, answer]));

/**
 * Reads the answers of an address. An area stands as `risk_mgmt=yyp-n`: the letter at place NN answers question
 * `risk_mgmt-NN`, whose number never changes. A form adds `risk_mgmt-03=partial`, which is newer and wins. What is no
 * question or no answer is not answered.
 */
export function readSheet(query: URLSearchParams, ids: QuestionIds): Sheet {
  const answers = new Map<string, AnswerId>();
  for (const [area, questions] of ids) {
    const letters = query.get(area) ?? "";
    for (const id of questions) {
      const answer = query.get(id) ?? byLetter.get(letters.charAt(placeOf(id)));
      if (isAnswer(answer)) answers.set(id, answer);
    }
  }
  const regime = REGIMES.find((known) => known === query.get("regime"));
  const mode = query.get("mode") === "extended" ? "extended" : "quick";
  return { mode, regime, answers, reasons: readReasons(query, answers), label: readLabel(query.get("label")) };
}

/** A reason in own words without words is none. */
function readReasons(query: URLSearchParams, answers: ReadonlyMap<string, AnswerId>): Map<string, GivenReason> {
  const reasons = new Map<string, GivenReason>();
  for (const [id, answer] of answers) {
    const code = REASONS.find((known) => known === query.get(reasonParameter(id)));
    if (answer !== "not_applicable" || code === undefined) continue;
    const words = code === "other" ? readLabel(query.get(wordsParameter(id)), MOST_WORDS) : "";
    if (code !== "other" || words !== "") reasons.set(id, { code, words });
  }
  return reasons;
}

/** The answers as parameters of an address; areas without an answer are left out. */
export function sheetQuery(
  { mode, regime, answers, reasons, label }: Sheet,
  ids: QuestionIds,
): Readonly<Record<string, string>> {
  const query: Record<string, string> = { mode, ...(regime === undefined ? {} : { regime }) };
  for (const [area, questions] of ids) {
    const letters = writeLetters(answers, questions);
    if (letters !== "") query[area] = letters;
  }
  for (const [id, { code, words }] of reasons) {
    query[reasonParameter(id)] = code;
    if (words !== "") query[wordsParameter(id)] = words;
  }
  if (label !== "") query.label = label;
  return query;
}

/**
 * The sheet of a request with the ids it was read by. A form that was just sent is redirected to the short address of
 * the same page first (`redirect`): that one can be kept, shared and read in another language.
 */
export async function askSheet(
  request: PageRequest,
): Promise<{ readonly sheet: Sheet; readonly ids: QuestionIds; readonly redirect?: Response }> {
  const ids = await askIds(request);
  const sheet = readSheet(request.query, ids);
  const all = [...ids.values()].flat();
  const isSent = all.some((id) => request.query.has(id) || request.query.get(reasonParameter(id)) === "");
  if (!isSent) return { sheet, ids };
  return { sheet, ids, redirect: redirectTo(href(request.locale, request.path, sheetQuery(sheet, ids)), 303) };
}

/** The answers of one area as letters, `yyp-n`, in the form of an address. */
export function writeLetters(answers: ReadonlyMap<string, AnswerId>, ids: readonly string[]): string {
  const letters: string[] = [];
  for (const id of ids) {
    const answer = answers.get(id);
    if (answer === undefined) continue;
    while (letters.length < placeOf(id)) letters.push(OPEN);
    letters[placeOf(id)] = LETTERS[answer];
  }
  return letters.join("");
}

/** Reads what `writeLetters` wrote. What is no letter is no answer. */
export function readLetters(letters: string, ids: readonly string[]): ReadonlyMap<string, AnswerId> {
  return new Map(
    ids.flatMap((id): [string, AnswerId][] => {
      const answer = byLetter.get(letters.charAt(placeOf(id)));
      return isAnswer(answer) ? [[id, answer]] : [];
    }),
  );
}

/** Questions do not change while a Dosah runs, so their ids are asked for once. */
const idsOfSite = new WeakMap<Site, QuestionIds>();

export async function askIds({ ask, site }: PageRequest): Promise<QuestionIds> {
  const known = idsOfSite.get(site);
  if (known !== undefined) return known;
  const overview = await ask(nis2Questionnaire, { mode: "extended" });
  const ids = new Map<AreaId, readonly string[]>();
  for (const { id } of "areas" in overview ? overview.areas : []) {
    const area = await ask(nis2Questionnaire, { mode: "extended", area: id });
    if ("questions" in area)
      ids.set(
        id,
        area.questions.map((question) => question.id),
      );
  }
  idsOfSite.set(site, ids);
  return ids;
}

/** Place of a question's letter, from 0: its id ends in its number. */
function placeOf(id: string): number {
  return Number(id.slice(-2)) - 1;
}

/** True for one of the four answers. */
export function isAnswer(value: string | null | undefined): value is AnswerId {
  return value !== null && value !== undefined && Object.hasOwn(LETTERS, value);
}
