import type { ActMention } from "./acts-in-text.ts";
import type { ReadText, Target } from "./read-text.ts";
import { isSign, type Token } from "./tokens.ts";
import type { UnitGroup } from "./units-in-text.ts";
import { AND_WORDS, OF_WORDS, TYPE_WORDS, UNNAMED_ACTS } from "./words.ts";

/** The longest way back from a unit to an act directly before it: `, (v`. */
const LONGEST_BACK = 4;

/**
 * The target of each group: the act directly behind it; else something unnamed directly
 * behind it; else the act directly before it ("Zákon č. 264/2025 Sb., § 13"); else the nearest act behind it, else
 * before it in the sentence. An act named as an amendment is no target.
 */
export function targetsOf(text: ReadText): Target[] {
  const { mentions, sentences } = text;
  const mainBehind = mains(mentions, "behind");
  const mainBefore = mains(mentions, "before");
  let behind = 0;
  return text.groups.map((group): Target => {
    while (behind < mentions.length && (mentions[behind]?.from ?? 0) < group.to) behind++;
    const inSentence = (mention: ActMention | undefined) =>
      mention !== undefined && sentences[mention.from] === sentences[group.from] ? mention : undefined;
    const previous = inSentence(mainBefore[behind - 1]);
    const ahead = lookAhead(text, group);
    if (ahead?.isFirm === true) return ahead.target;
    const before = directlyBefore(text, group);
    if (before?.role === "standard") return { kind: "unnamed", isAct: true };
    if (before !== undefined && previous !== undefined) return { kind: "act", mention: previous, side: "before" };
    if (ahead !== undefined) return ahead.target;
    const nearest = inSentence(mainBehind[behind]) ?? previous;
    return nearest === undefined ? { kind: "none" } : { kind: "act", mention: nearest, side: "sentence" };
  });
}

/** For each mention the nearest one, itself included, that a unit can belong to: behind it or before it. */
function mains(mentions: readonly ActMention[], side: "before" | "behind"): (ActMention | undefined)[] {
  const found: (ActMention | undefined)[] = new Array(mentions.length);
  let main: ActMention | undefined;
  for (let step = 0; step < mentions.length; step++) {
    const index = side === "before" ? step : mentions.length - 1 - step;
    const mention = mentions[index];
    if (mention?.role === "act") main = mention;
    found[index] = main;
  }
  return found;
}

/** The mention from which only `,`, `:`, `(` and prepositions part the units behind it. */
function directlyBefore(text: ReadText, group: UnitGroup): ActMention | undefined {
  const { tokens, mentionAt, mentions } = text;
  for (let at = group.from - 1; at >= group.from - LONGEST_BACK; at--) {
    const mention = mentions[mentionAt[at] ?? -1];
    if (mention !== undefined) return text.sentences[at] === text.sentences[group.from] ? mention : undefined;
    const token = tokens[at];
    if (!isSign(token, ",", ":", "(", "–", "-") && !OF_WORDS.has(token?.word ?? "")) return undefined;
  }
  return undefined;
}

/** What stands directly behind a unit. Firm: nothing before the unit can outweigh it. */
interface Ahead {
  readonly target: Target;
  readonly isFirm: boolean;
}

/** How far is looked, in tokens: "of the Slovak Cyber Security Act No." and more. */
const REACH = 12;
/** Other words on the way: behind "of" or a name, and without either ("§ 5 Občianskeho zákonníka"). */
const WORDS_BEHIND_OF = 5;
const WORDS_BEHIND_UNIT = 2;

/** What was met on the way from a unit. */
interface Way {
  readonly mention?: ActMention;
  /** The last token before the mention. */
  readonly before?: Token | undefined;
  readonly words: number;
  /** A name or a type word without number was met; `true` when it was a type word. */
  readonly nameIsAct?: boolean | undefined;
}

/** What the words directly behind a group say that its units belong to; `undefined` when they say nothing. */
function lookAhead(text: ReadText, group: UnitGroup): Ahead | undefined {
  const { tokens } = text;
  const afterComma = isSign(tokens[group.to], ",") ? group.to + 1 : group.to;
  const preposition = tokens[afterComma]?.word ?? "";
  const hasOf = OF_WORDS.has(preposition);
  const { mention, before, words, nameIsAct } = walk(text, group, hasOf);
  const act = mention?.role === "act" ? mention : undefined;
  if (nameIsAct !== undefined) {
    // "čl. 21 smernice NIS2 (smernica (EÚ) 2022/2555)": the bracket gives the number of what was named.
    return act !== undefined && isSign(before, "(") ? behind(act, true) : unnamed(nameIsAct);
  }
  if (act !== undefined && (words === 0 || hasOf)) return behind(act, hasOf || afterComma === group.to);
  if (mention?.role === "standard" && (words === 0 || hasOf)) return unnamed(true);
  return preposition === "of" ? unnamed(false) : undefined;
}

function behind(mention: ActMention, isFirm: boolean): Ahead {
  return { target: { kind: "act", mention, side: "behind" }, isFirm };
}

function unnamed(isAct: boolean): Ahead {
  return { target: { kind: "unnamed", isAct }, isFirm: true };
}

/** Walks on from a group to the first act, a sign that separates, a joining word or too many other words. */
function walk({ tokens, sentences, mentions, mentionAt }: ReadText, group: UnitGroup, hasOf: boolean): Way {
  let words = 0;
  let nameIsAct: boolean | undefined;
  for (let at = group.to; at < group.to + REACH; at++) {
    const token = tokens[at];
    const mention = mentions[mentionAt[at] ?? -1];
    if (token === undefined || sentences[at] !== sentences[group.from]) break;
    if (mention !== undefined) return { mention, before: tokens[at - 1], words, nameIsAct };
    if (!isPassed(tokens, at, group)) break;
    if (token.kind !== "word") continue;
    if (OF_WORDS.has(token.word)) {
      if (words > 0 && !hasOf && nameIsAct === undefined) break;
    } else if (nameIsAct === undefined && isName(tokens, at)) {
      nameIsAct = TYPE_WORDS.has(token.word);
      words = 0;
    } else if (++words > (hasOf || nameIsAct !== undefined ? WORDS_BEHIND_OF : WORDS_BEHIND_UNIT)) break;
  }
  return { words, nameIsAct };
}

/** True for a token that does not separate a unit from its act. */
function isPassed(tokens: readonly Token[], at: number, group: UnitGroup): boolean {
  const token = tokens[at];
  if (token?.kind === "word") return !AND_WORDS.has(token.word);
  if (token?.kind === "number") return tokens[at - 1]?.word === "nis";
  return isSign(token, "(", ")", "„", "“", '"') || (isSign(token, ",") && at === group.to);
}

/** A type word without number, or the name of an act; "NIS2" before a type word only says which. */
function isName(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (word === "nis") {
    const next = tokens[at + 1]?.text === "2" ? tokens[at + 2] : tokens[at + 1];
    return !TYPE_WORDS.has(next?.word ?? "");
  }
  return TYPE_WORDS.has(word) || UNNAMED_ACTS.has(word);
}
