import type { Act, ActRegistry } from "../../knowledge/acts.ts";
import { joins, type RawMention, readMention } from "./read-mention.ts";
import type { Token } from "./tokens.ts";

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
