import type { Act, ActRegistry } from "../../knowledge/acts.ts";
import { type ActMention, actsIn } from "./acts-in-text.ts";
import { targetsOf } from "./link.ts";
import type { Place } from "./place.ts";
import type { ReadText, Target } from "./read-text.ts";
import { sentencesOf } from "./sentences.ts";
import { isSign, type Token, tokenize } from "./tokens.ts";
import { type Member, onto, type UnitGroup, unitsIn } from "./units-in-text.ts";
import { STEP_WORDS } from "./words.ts";

/** One citation of a text, not judged yet. */
export interface FoundCitation {
  readonly start: number;
  readonly end: number;
  /** `null` when the act alone is cited. */
  readonly place: Place | null;
  /** `null` when none is named by a number, or it is not registered. */
  readonly act: Act | null;
}

/** Finds every citation of a text, in its order. Linear in the length of the text; never throws. */
export function findCitations(text: string, acts: ActRegistry): FoundCitation[] {
  const read = readText(text, acts);
  const used = new Set<ActMention>();
  const found: FoundCitation[] = [];
  const base = new Map<number, { place: Place; target: Target }>();
  const targets = targetsOf(read);
  read.groups.forEach((group, index) => {
    const own = targets[index] ?? { kind: "none" };
    const sentence = read.sentences[group.from] ?? 0;
    const cited = citedBy(read, group, own, base.get(sentence));
    const last = cited.members.at(-1);
    if (last === undefined) return;
    if (last.place.head !== "other") base.set(sentence, { place: last.place, target: cited.target });
    if (cited.target.kind === "act") used.add(cited.target.mention);
    for (const member of cited.members) found.push(toFound(read.tokens, member, cited));
  });
  for (const mention of read.mentions) {
    if (mention.role === "standard" || used.has(mention)) continue;
    found.push({ ...span(read.tokens, mention), place: null, act: mention.act });
  }
  return found.sort((one, other) => one.start - other.start);
}

function readText(text: string, acts: ActRegistry): ReadText {
  const tokens = tokenize(text);
  const mentions = actsIn(tokens, acts);
  const taken = new Uint8Array(tokens.length);
  const mentionAt = new Int32Array(tokens.length).fill(-1);
  mentions.forEach(({ from, to }, index) => {
    taken.fill(1, from, to);
    mentionAt.fill(index, from, to);
  });
  return { tokens, mentions, mentionAt, sentences: sentencesOf(tokens, mentions), groups: unitsIn({ tokens, taken }) };
}

interface Cited {
  readonly members: readonly Member[];
  readonly target: Target;
}

/** The members of a group that are citations, and what they belong to. */
function citedBy(
  text: ReadText,
  group: UnitGroup,
  target: Target,
  before: { place: Place; target: Target } | undefined,
): Cited {
  if (group.members[0]?.place.head !== "open") {
    return { members: group.members.filter(({ place }) => isCitation(place, target)), target };
  }
  // Steps alone go on from the unit before them in the sentence: "§ 20 ods. 1 zákona č. … a ods. 2".
  const isDirect = target.kind === "act" && target.side === "behind";
  if (isDirect || !isStepOfLaw(text, group)) {
    const goesOn = before !== undefined && target.kind === "act" && target.side === "before";
    if (isDirect) return { members: group.members, target };
    return goesOn ? { members: onto(before.place, group.members), target: before.target } : { members: [], target };
  }
  if (before === undefined) return { members: group.members, target: { kind: "none" } };
  return { members: onto(before.place, group.members), target: target.kind === "unnamed" ? target : before.target };
}

/** "ods. 2" and "písm. a)" say a place in the law; "bod 3" alone may be one of anything. */
function isStepOfLaw({ tokens }: ReadText, { members }: UnitGroup): boolean {
  return members.some(
    ({ place, from }) => place.paragraph !== undefined || STEP_WORDS.get(tokens[from]?.word ?? "") === "letter",
  );
}

/**
 * An annex without number is a citation only next to an act with one ("the annex of the decree" are plain words), a
 * chapter or a recital also next to an act that is only named.
 */
function isCitation({ head, number, point, annexArticle }: Place, target: Target): boolean {
  const isLoose =
    head === "other" || (head === "annex" && number === "" && point === undefined && annexArticle === undefined);
  if (!isLoose) return true;
  return target.kind === "unnamed"
    ? target.isAct && head === "other"
    : target.kind === "act" && target.side !== "sentence";
}

function toFound(tokens: readonly Token[], member: Member, { members, target }: Cited): FoundCitation {
  const { start, end } = span(tokens, member);
  if (target.kind !== "act") return { start, end, place: member.place, act: null };
  const { mention, side } = target;
  const withAct = span(tokens, mention);
  const takesBehind = side === "behind" && member === members.at(-1) && mention.from >= member.to;
  const takesBefore =
    side === "before" && member === members[0] && mention.to <= member.from && isNear(tokens, mention, member);
  return {
    start: takesBefore ? withAct.start : start,
    end: takesBehind ? withAct.end : end,
    place: member.place,
    act: mention.act,
  };
}

/** Nothing of substance stands between: an amendment named in between does not belong to the citation. */
function isNear(tokens: readonly Token[], mention: ActMention, member: Member): boolean {
  return member.from - mention.to <= 4 && !isSign(tokens[mention.to], ".");
}

function span(tokens: readonly Token[], { from, to }: { from: number; to: number }): { start: number; end: number } {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}
