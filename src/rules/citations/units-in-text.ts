import { afterOf, inAnnex, readUnit, readWithin } from "./heads.ts";
import { completed, continued, headPlace, isDeeper, OPEN_PLACE, type Place, shared, withPart } from "./place.ts";
import { isTaken, type Read, readStep, readSteps, type TokenText } from "./steps.ts";
import { isGluedSign, isSign } from "./tokens.ts";
import {
  isSmallRoman,
  readBracketed,
  readClosedLetter,
  readNumber,
  readPointNumber,
  readRoman,
  type Value,
} from "./values.ts";
import { AND_WORDS, MEASURES, NUMBER_WORDS, ORDINALS, RANGE_WORDS, STEP_WORDS, type StepLevel } from "./words.ts";

/** One cited place with the tokens that name it. */
export interface Member {
  readonly place: Place;
  readonly from: number;
  readonly to: number;
}

/** Places that one act closes: "§ 19, § 20 ods. 2 a § 24". Never empty. */
export interface UnitGroup {
  readonly members: readonly Member[];
  readonly from: number;
  readonly to: number;
}

/** The most joining words and signs between two members: `, as well as`. */
const LONGEST_JOINT = 4;

/** Finds every article, section, annex and step of a text, in its order. Each token is read a bounded number of times. */
export function unitsIn(text: TokenText): UnitGroup[] {
  const groups: UnitGroup[] = [];
  for (let at = 0; at < text.tokens.length; at++) {
    const members = readChain(text, at);
    const last = members?.at(-1);
    if (members === undefined || last === undefined) continue;
    groups.push({ members: articlesOfOneAnnex(members), from: at, to: last.to });
    at = last.to - 1;
  }
  return groups;
}

/** A list that begins with a head, or with steps that a head may follow: "písm. a) až d) ods. 2 § 20". */
function readChain(text: TokenText, at: number): Member[] | undefined {
  const unit = readUnit(text, at);
  if (unit !== undefined) return readList(text, [{ place: unit.place, from: at, to: unit.next }], true);
  const steps = readOpen(text, at);
  return steps && (readHeadBehind(text, steps) ?? steps);
}

/** Steps without a head, with their list: "písm. a) až d) ods. 2", "points (a) and (b) of paragraph 2". */
function readOpen(text: TokenText, at: number): Member[] | undefined {
  const step = readStep(text, at);
  if (step === undefined) return readOrdinal(text, at);
  const first = withPart(OPEN_PLACE, step.level, step.text, step.inBrackets);
  const read = readSteps(text, { ...first, isBroken: step.isBroken === true }, step.next);
  let members = readList(text, [{ place: read.place, from: at, to: read.next }], false);
  for (;;) {
    const last = members.at(-1);
    const outer = last && readOuterStep(text, last);
    if (outer === undefined) return members;
    members = [...members.slice(0, -1), outer];
  }
}

/** "… of paragraph 2": a step further out joins the last member; the members before share it. */
function readOuterStep(text: TokenText, last: Member): Member | undefined {
  const from = afterOf(text, last.to);
  const step = from === last.to ? undefined : readStep(text, from);
  if (step === undefined || !isDeeper(last.place, step.level)) return undefined;
  const place = withPart(last.place, step.level, step.text, step.inBrackets);
  return { place: { ...place, isBroken: place.isBroken || step.isBroken === true }, from: last.from, to: step.next };
}

/** "third paragraph of Article 113": the registry holds no paragraphs without a number. */
function readOrdinal({ tokens }: TokenText, at: number): Member[] | undefined {
  const isParagraph = STEP_WORDS.get(tokens[at + 1]?.word ?? "") === "paragraph";
  if (!isParagraph || !ORDINALS.has(tokens[at]?.word ?? "")) return undefined;
  return [{ place: { ...OPEN_PLACE, isBroken: true }, from: at, to: at + 2 }];
}

/** The head that follows open steps, put together with each of them; the list then goes on. */
function readHeadBehind(text: TokenText, steps: readonly Member[]): Member[] | undefined {
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const unit = readUnit(text, afterOf(text, last.to));
  if (unit === undefined) return undefined;
  const whole = steps.map((member, index) => ({
    place: completed(unit.place, shared(member.place, last.place)),
    from: member.from,
    to: index === steps.length - 1 ? unit.next : member.to,
  }));
  return readList(text, whole, true);
}

/** Goes on with a list as long as another member follows. Without heads only steps are members. */
function readList(text: TokenText, start: readonly Member[], withHeads: boolean): Member[] {
  const members = [...start];
  for (;;) {
    const last = members.at(-1);
    const from = last && afterJoint(text, last.to);
    if (last === undefined || from === undefined) return members;
    const further = readMembers(text, from, last.place, withHeads);
    if (further === undefined) return members;
    for (const member of further) members.push(member);
  }
}

function readMembers(text: TokenText, at: number, last: Place, withHeads: boolean): readonly Member[] | undefined {
  if (isTaken(text, at)) return undefined;
  if (!withHeads) return single(at, readOpenAgain(text, at, last) ?? readBare(text, at, last));
  const unit = readUnit(text, at);
  // "…, Annex" without number opens no list member unless something says which annex.
  if (unit !== undefined) return single(at, unit);
  const steps = readOpen(text, at);
  if (steps === undefined) return single(at, readBare(text, at, last));
  return readHeadBehind(text, steps) ?? onto(last, steps);
}

/** Steps that go on from the last place: "§ 20 ods. 1 a ods. 2 písm. b)". */
export function onto(base: Place, steps: readonly Member[]): Member[] {
  let place = base;
  return steps.map((member) => {
    place = continued(place, member.place);
    return { ...member, place };
  });
}

function single(from: number, read: Read | undefined): readonly Member[] | undefined {
  return read && [{ place: read.place, from, to: read.next }];
}

/** A further step word in a list without a head. */
function readOpenAgain(text: TokenText, at: number, last: Place): Read | undefined {
  const step = readStep(text, at);
  if (step === undefined) return undefined;
  const place = nextOpen(last, step.level, step.text, step.inBrackets);
  return readSteps(text, { ...place, isBroken: step.isBroken === true }, step.next);
}

/**
 * A new member of an open list keeps the paragraph of the one before, unless it has its own, and a further letter keeps
 * the point it was written behind: "bod 6 písm. a) až e) prílohy III".
 */
function nextOpen(last: Place, level: StepLevel, value: string, inBrackets: boolean): Place {
  const { paragraph, point } = last;
  if (level !== "paragraph" && paragraph !== undefined) {
    return withPart({ ...OPEN_PLACE, paragraph }, level, value, inBrackets);
  }
  const keepsPoint = level === "letter" && last.last === "letter" && point !== undefined;
  return withPart(keepsPoint ? { ...OPEN_PLACE, point } : OPEN_PLACE, level, value, inBrackets);
}

/** A member that is only a value: "§ 19, 20", "ods. 1 a 2", "písm. a) a b)", "(a) to (j)", "Annexes I and II". */
function readBare(text: TokenText, at: number, last: Place): Read | undefined {
  const { tokens } = text;
  const bracketed = readBracketed(tokens, at);
  if (bracketed !== undefined) {
    if (bracketed.text.length > 3) return undefined;
    const level = bracketed.isNumber ? numberLevel(last) : letterLevel(last, bracketed.text);
    return readSteps(text, setIn(last, level, bracketed, true), bracketed.next);
  }
  if (last.last === "letter" || (last.last === "point" && isSmallRoman(last.point ?? ""))) {
    const letter = readClosedLetter(tokens, at) ?? readLoneLetter(text, at);
    if (letter !== undefined) return readSteps(text, setIn(last, last.last, letter, false), letter.next);
  }
  const { head } = last;
  if (head === "open") return readBareStep(text, at, last);
  if (last.last !== "head" && !last.inBrackets) return readBareStep(text, at, last);
  const from = NUMBER_WORDS.has(tokens[at]?.word ?? "") && isSign(tokens[at + 1], ".") ? at + 2 : at;
  const value = isTaken(text, from) ? undefined : readHeadValue(text, from, last);
  if (value === undefined || counts(text, value)) return undefined;
  return readWithin(text, headPlace(head, value.text, value.isBroken), value.next);
}

function readBareStep(text: TokenText, at: number, last: Place): Read | undefined {
  if (last.last !== "paragraph" && last.last !== "point") return undefined;
  const value = last.last === "paragraph" ? readNumber(text.tokens, at) : readPointNumber(text.tokens, at);
  if (value === undefined || counts(text, value)) return undefined;
  return readSteps(text, setIn(last, last.last, value, false), value.next);
}

function readHeadValue({ tokens }: TokenText, at: number, last: Place): Value | undefined {
  const number = readNumber(tokens, at);
  if (number !== undefined) return number;
  const roman = /^[IVX]+$/.test(last.number) ? readRoman(tokens, at) : undefined;
  return roman?.text === tokens[at]?.text ? roman : undefined;
}

/** A letter without bracket in a list: "písm. a, b a c". Prepositions and conjunctions of one letter are none. */
function readLoneLetter({ tokens, taken }: TokenText, at: number): Value | undefined {
  const token = tokens[at];
  const after = tokens[at + 1];
  if (token?.kind !== "word" || !/^[b-hj-np-rtwxy]$/.test(token.text)) return undefined;
  const ends = after === undefined || after.kind === "sign" || AND_WORDS.has(after.word) || taken[at + 1] === 1;
  return ends ? { text: token.text, next: at + 1 } : undefined;
}

function setIn(last: Place, level: StepLevel, value: Value, inBrackets: boolean): Place {
  const place =
    last.head === "open"
      ? nextOpen(last, level, value.text, inBrackets)
      : withPart(last, level, value.text, inBrackets);
  // The fault of a member is its own: a broken one before does not break the next.
  return { ...place, isBroken: value.isBroken === true };
}

function numberLevel(last: Place): StepLevel {
  if (last.head === "open") return last.last === "head" ? "paragraph" : last.last;
  const isPoint = last.last === "point" && /^\d/.test(last.point ?? "");
  return isPoint || (last.head === "annex" && last.annexArticle === undefined) ? "point" : "paragraph";
}

function letterLevel(last: Place, value: string): StepLevel {
  return last.last === "point" && isSmallRoman(last.point ?? "") && isSmallRoman(value) ? "point" : "letter";
}

/** True when the number counts something or is a date: "§ 24 a 72 hodín", "čl. 21 a 2 %", "§ 20, 21. novembra". */
function counts(text: TokenText, value: Value): boolean {
  const { tokens } = text;
  if (/^(?:19|20)\d\d$/.test(value.text)) return true;
  const after = tokens[value.next];
  if (after === undefined || isTaken(text, value.next)) return false;
  if (MEASURES.has(after.word) || isSign(after, "%")) return true;
  const behind = tokens[value.next + 1];
  if (!isGluedSign(after, ".") || behind === undefined) return false;
  return (
    behind.kind === "number" ||
    (behind.kind === "word" && behind.text.charAt(0) === behind.text.charAt(0).toLowerCase())
  );
}

/** The token after `,`, `;`, `a`, `and`, `až`, `to`, `–`, `a/alebo`; `undefined` when nothing joins. */
function afterJoint(text: TokenText, at: number): number | undefined {
  let next = at;
  while (next < at + LONGEST_JOINT && !isTaken(text, next) && joins(text, next, next > at)) next++;
  return next === at ? undefined : next;
}

function joins({ tokens }: TokenText, at: number, isFollowing: boolean): boolean {
  const token = tokens[at];
  if (token === undefined || token.startsBlock) return false;
  if (token.kind === "word") {
    const isLetter = isSign(tokens[at + 1], ")") && tokens[at + 1]?.glued === true;
    return (AND_WORDS.has(token.word) || RANGE_WORDS.has(token.word)) && !isLetter;
  }
  if (isSign(token, "/", ".")) return isFollowing && tokens[at - 1]?.kind === "word" && token.glued;
  return isSign(token, ",", ";", "&", "-", "–", "—", "‑");
}

/** "Articles 2 and 3 of the Annex", "čl. 2 a 3 prílohy": the annex behind the last article holds for all before it. */
function articlesOfOneAnnex(members: readonly Member[]): readonly Member[] {
  const annex = members.findLast((member) => member.place.annexArticle !== undefined);
  if (annex === undefined) return members;
  const until = members.indexOf(annex);
  return members.map((member, index) =>
    index < until && member.place.head === "article"
      ? { ...member, place: inAnnex(member.place, annex.place.number) }
      : member,
  );
}
