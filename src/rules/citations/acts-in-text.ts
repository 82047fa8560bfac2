import type { Act, ActKind, ActRegistry, Issuer } from "../../knowledge/acts.ts";
import { readActNumber, readGazette, readStandard } from "./act-number.ts";
import { isSign, type Token } from "./tokens.ts";
import { AND_WORDS, FILLERS, NUMBER_WORDS, TYPE_ADJECTIVES, TYPE_WORDS, UNION_MARKS } from "./words.ts";

/** A place where a text names an act by its number. */
export interface ActMention {
  /** Tokens `from` up to, without, `to`. */
  readonly from: number;
  readonly to: number;
  /** `null`: the act is not registered, or type, year, gazette or institution is another than the registered one. */
  readonly act: Act | null;
  /**
   * `amendment`: named as what amends the act before it ("v znení zákona č. …"); checked, but no unit belongs to it.
   * `standard`: "ISO/IEC 27001"; a name, no citation by itself, yet a unit of it is one of no registered act.
   */
  readonly role: "act" | "amendment" | "standard";
}

type Kind = ActKind | "delegated";

interface RawMention {
  readonly from: number;
  readonly to: number;
  readonly number: string | null;
  readonly kind: Kind | null;
  readonly issuers: readonly Issuer[];
  readonly mark: "EU" | "EC" | null;
  readonly suffix: "EU" | "EC" | null;
  readonly gazette: string | null;
  readonly isStandard: boolean;
  /** Takes its type from the mention before: "vyhlášky č. 409/2025 a č. 410/2025 Sb." */
  readonly chained: boolean;
}

/** The longest way back from a number to its type word: "smernica Európskeho parlamentu a Rady (EÚ) č." and more. */
const MOST_FILLERS = 14;

/** Finds every act that is named by a number, in the order of the text. */
export function actsIn(tokens: readonly Token[], acts: ActRegistry): ActMention[] {
  const raw: RawMention[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = readMention(tokens, at, raw.at(-1));
    if (found === undefined) continue;
    raw.push(found);
    at = found.to - 1;
  }
  return resolve(tokens, raw, acts);
}

function readMention(tokens: readonly Token[], at: number, before: RawMention | undefined): RawMention | undefined {
  const standardEnd = readStandard(tokens, at);
  if (standardEnd !== undefined) return { ...NO_ACT, from: at, to: standardEnd };
  const number = readActNumber(tokens, at);
  if (number === undefined) return undefined;
  const gazette = readGazette(tokens, number.next);
  const lead = readLead(tokens, at);
  const chained = lead.kind === null && before !== undefined && joins(tokens, before.to, lead.from);
  const kind = chained ? before.kind : lead.kind;
  const named = kind !== null || lead.isNumbered || lead.isMarked || number.suffix !== null || gazette !== undefined;
  if (!named) return undefined;
  return {
    from: lead.from,
    to: afterInstitution(tokens, gazette?.next ?? number.next),
    number: number.value,
    kind,
    issuers: lead.issuers,
    mark: lead.mark,
    suffix: number.suffix,
    gazette: gazette?.mark ?? null,
    isStandard: false,
    chained,
  };
}

const NO_ACT = {
  ...{ number: null, kind: null, issuers: [], mark: null, suffix: null, gazette: null },
  ...{ isStandard: true, chained: false },
} as const;

interface Lead {
  readonly from: number;
  readonly kind: Kind | null;
  readonly issuers: readonly Issuer[];
  readonly mark: "EU" | "EC" | null;
  /** `č.` or `No.` stands before the number. */
  readonly isNumbered: boolean;
  /** `(EU)` in brackets stands before the number. */
  readonly isMarked: boolean;
}

/** Reads backwards from the number: `č.`, `(EÚ)`, the institution, the type word and its adjective. */
function readLead(tokens: readonly Token[], numberAt: number): Lead {
  let at = numberAt;
  let mark: "EU" | "EC" | null = null;
  let isNumbered = false;
  let isMarked = false;
  for (let round = 0; round < 2; round++) {
    const dot = isSign(tokens[at - 1], ".") ? 1 : 0;
    if (NUMBER_WORDS.has(tokens[at - 1 - dot]?.word ?? "")) {
      isNumbered = true;
      at -= 1 + dot;
    }
    const bracket = isSign(tokens[at - 1], ")") && isSign(tokens[at - 3], "(") ? 1 : 0;
    const found = UNION_MARKS.get(tokens[at - 1 - bracket]?.word ?? "");
    if (found !== undefined && mark === null) {
      mark = found;
      isMarked = bracket === 1;
      at -= 1 + 2 * bracket;
    }
  }
  const plain = { from: at, kind: null, issuers: [], mark: isMarked ? mark : null, isNumbered, isMarked };
  const issuers: Issuer[] = [];
  for (let back = at - 1; back >= 0 && back >= at - MOST_FILLERS; back--) {
    const token = tokens[back];
    const type = TYPE_WORDS.get(token?.word ?? "");
    if (type !== undefined) return { ...plain, ...withAdjective(tokens, back, type, issuers), mark };
    const isNis2 = token?.text === "2" && tokens[back - 1]?.word === "nis";
    const filler = FILLERS.get(token?.word ?? "");
    if (filler === undefined && !isNis2) break;
    if (filler !== undefined && filler !== "any") issuers.push(filler);
  }
  return plain;
}

/** "Commission Implementing Regulation", "vykonávacie nariadenie": the adjective decides the kind. */
function withAdjective(tokens: readonly Token[], typeAt: number, type: ActKind, issuers: Issuer[]) {
  const adjective = TYPE_ADJECTIVES.get(tokens[typeAt - 1]?.word ?? "");
  let from = adjective === undefined ? typeAt : typeAt - 1;
  if (tokens[from - 1]?.word === "commission") {
    issuers.push("commission");
    from -= 1;
  }
  if (adjective === undefined) return { from, kind: type, issuers };
  const kind: Kind = adjective === "implementing" && type === "regulation" ? "implementing-regulation" : "delegated";
  return { from, kind, issuers };
}

/** True when only `,`, `a`, `and` and the like stand between two mentions. */
function joins(tokens: readonly Token[], from: number, to: number): boolean {
  if (to <= from || to - from > 3) return false;
  return tokens.slice(from, to).every((token) => AND_WORDS.has(token.word) || isSign(token, ",", ";"));
}

/** Steps over "of the European Parliament and of the Council" after the number. */
function afterInstitution(tokens: readonly Token[], from: number): number {
  const start = tokens[from]?.word === "of" && tokens[from + 1]?.word === "the" ? from + 2 : from;
  if (start === from || tokens[start]?.word !== "european") return from;
  let end = start;
  while (end < start + 6 && FILLERS.has(tokens[end]?.word ?? "")) end++;
  return end;
}

function resolve(tokens: readonly Token[], raw: readonly RawMention[], acts: ActRegistry): ActMention[] {
  const gazettes = gazettesOf(raw);
  const mentions: ActMention[] = [];
  raw.forEach((mention, index) => {
    const before = mentions.at(-1);
    const continuesTail =
      before?.role === "amendment" && joins(tokens, before.to, mention.from) && raw[index - 1]?.kind === mention.kind;
    mentions.push({
      from: mention.from,
      to: mention.to,
      act: registered({ ...mention, gazette: gazettes[index] ?? null }, acts),
      role: mention.isStandard
        ? "standard"
        : continuesTail || followsAmendment(tokens, mention.from)
          ? "amendment"
          : "act",
    });
  });
  return mentions;
}

/** "č. 409/2025 a 410/2025 Sb.": the gazette at the end of a chain holds for every member that names none. */
function gazettesOf(raw: readonly RawMention[]): (string | null)[] {
  const gazettes: (string | null)[] = raw.map((mention) => mention.gazette);
  for (let index = raw.length - 2; index >= 0; index--) {
    if (raw[index + 1]?.chained === true) gazettes[index] ??= gazettes[index + 1] ?? null;
  }
  return gazettes;
}

/** The registered act that a mention names, when type, number, year, gazette and institution all agree. */
function registered(mention: RawMention, acts: ActRegistry): Act | null {
  const candidates = mention.number === null ? [] : (acts.byNumber.get(mention.number) ?? []);
  return candidates.find((act) => agrees(mention, act)) ?? null;
}

function agrees({ kind, issuers, mark, suffix, gazette }: RawMention, act: Act): boolean {
  if (kind !== act.kind || issuers.some((issuer) => issuer !== act.issuer)) return false;
  if (act.jurisdiction !== "EU") return gazette !== null && act.gazettes.includes(gazette) && !mark && !suffix;
  if (gazette !== null) return false;
  return act.number.endsWith("/EC") ? suffix === "EC" && mark === null : suffix === null && mark !== "EC";
}

/** "v znení zákona č. …", "ve znění …", "as amended by …". */
function followsAmendment(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]?.word === "the" ? from - 2 : from - 1;
  const word = tokens[before]?.word;
  if (word === "zneni") return true;
  return word === "by" && tokens[before - 1]?.word === "amended";
}
