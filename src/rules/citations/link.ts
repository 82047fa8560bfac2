import type { ActMention } from "./acts-in-text.ts";
import { lookAhead } from "./look-ahead.ts";
import type { ReadText, Target } from "./read-text.ts";
import { isSign } from "./tokens.ts";
import type { UnitGroup } from "./units-in-text.ts";
import { OF_WORDS } from "./words.ts";

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
