import type { ActKind, Issuer } from "../../knowledge/acts.ts";
import { readActNumber, readGazette, readStandard } from "./act-number.ts";
import { isSign, type Token } from "./tokens.ts";
import { AND_WORDS, FILLERS, NUMBER_WORDS, TYPE_ADJECTIVES, TYPE_WORDS, UNION_MARKS } from "./words.ts";

type Kind = ActKind | "delegated";

/** A mention as the text has it, before anybody knows whether there is such an act. */
export interface RawMention {
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

/** Reads the mention whose number stands here; `before` is the one before it. */
export function readMention(
  tokens: readonly Token[],
  at: number,
  before: RawMention | undefined,
): RawMention | undefined {
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
  number: null,
  kind: null,
  issuers: [],
  mark: null,
  suffix: null,
  gazette: null,
  isStandard: true,
  chained: false,
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
export function joins(tokens: readonly Token[], from: number, to: number): boolean {
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
