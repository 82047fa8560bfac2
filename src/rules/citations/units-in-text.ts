import { readBare } from "./bare-members.ts";
import { afterOf, inAnnex, readUnit, readWithin } from "./heads.ts";
import {
  completed,
  continued,
  headPlace,
  isDeeper,
  nextOpen,
  OPEN_PLACE,
  type Place,
  shared,
  withPart,
} from "./place.ts";
import { isTaken, type Read, readStep, readSteps, type TokenText } from "./steps.ts";
import { isSign } from "./tokens.ts";
import { readNumber } from "./values.ts";
import { AND_WORDS, ORDINALS, RANGE_WORDS, STEP_WORDS } from "./words.ts";

/** The most joining words and signs between two members: `, as well as`. */
const LONGEST_JOINT = 4;

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

/** Finds every article, section, annex and step of a text, in its order. Each token is read a bounded number of times. */
export function unitsIn(text: TokenText): UnitGroup[] {
  const groups: UnitGroup[] = [];
  for (let at = 0; at < text.tokens.length; at++) {
    const members = readChain(text, at) ?? readAfterAct(text, at, groups.at(-1));
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
  const whole = steps && readHeadBehind(text, steps);
  return whole === undefined ? steps : readList(text, whole, true);
}

/** "Article 21 of Directive … and 47 of Regulation …": the number goes on from the head before the act. */
function readAfterAct(text: TokenText, at: number, before: UnitGroup | undefined): Member[] | undefined {
  const head = before?.members.at(-1)?.place.head ?? "open";
  const joint = text.tokens[at - 1];
  if (head === "open" || !isTaken(text, at - 2) || isTaken(text, at)) return undefined;
  if (!isSign(joint, ",", ";") && !AND_WORDS.has(joint?.word ?? "")) return undefined;
  const number = readNumber(text.tokens, at);
  if (number === undefined) return undefined;
  const read = readWithin(text, headPlace(head, number.text, number.isBroken), number.next);
  if (!isTaken(text, afterOf(text, read.next))) return undefined;
  return readList(text, [{ place: read.place, from: at, to: read.next }], true);
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

/** The head that follows open steps, put together with each of them. */
function readHeadBehind(text: TokenText, steps: readonly Member[]): Member[] | undefined {
  const last = steps.at(-1);
  if (last === undefined) return undefined;
  const unit = readUnit(text, afterOf(text, last.to));
  if (unit === undefined) return undefined;
  return steps.map((member) => ({
    place: completed(unit.place, shared(member.place, last.place)),
    from: member.from,
    to: member === last ? unit.next : member.to,
  }));
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
