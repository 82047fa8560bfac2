import { domainToUnicode } from "node:url";
import { readCompanyNumber } from "../../core/company-number.ts";
import type { Country } from "../../core/country.ts";
import { fold, foldsToStart } from "../../core/fold.ts";
import { hasValidCheckDigit, type Ico, parseIco } from "../../core/ico.ts";
import { normalForm } from "../../core/normal-form.ts";
import { readNace } from "../../core/read-nace.ts";
import { readStatedIco } from "../../core/stated-ico.ts";
import { hostPasted, readHostName } from "../../outbound/guarded/host-name.ts";
import { type EqualNames, equalNames, withoutForms } from "./legal-form-endings.ts";
import { wordsAsked } from "./name-words.ts";

/** No tool shows more (docs/specification.md, `company_search.rule-1`). */
export const MOST_HITS = 10;

/** The shortest beginning of a number that is searched for, and the shortest text that is more than one whole word. */
export const SHORTEST_ICO_PREFIX = 3;
const SHORTEST_NAME = 3;

/** Similar names are looked for where fewer firms fit. */
export const FEW_FIRMS = 3;

/** What a query is, as it is read; the kinds of the table in docs/specification.md, `company_search.reading`. */
export const QUERY_KINDS = [
  "ico",
  "ico_name",
  "ico_start",
  "tax_sk",
  "tax_cz_person",
  "tax_cz_group",
  "vat_foreign",
  "email",
  "web",
  "activity_code",
  "name",
  "short",
  "empty",
] as const;

export type QueryKind = (typeof QUERY_KINDS)[number];

/** What a search is compared by, in the mirror and of live registers alike. */
export interface SearchedFor {
  readonly kind: QueryKind;
  /** What was typed, without invisible characters, blanks at the ends, and quotes round it. */
  readonly text: string;
  /** The folded name; empty where nothing is searched by name. */
  readonly name: string;
  /** The name without its legal forms. */
  readonly bare: string;
  /** The words of it that a firm must have. */
  readonly words: readonly string[];
  /** The names that count as equal to it although they differ in their legal form. */
  readonly equal: EqualNames;
  /** The number, when it is a whole one. */
  readonly ico: Ico | undefined;
  /** The beginning of a number as people type it, up to 8 digits with blanks anywhere, or the whole number. */
  readonly digits: string | undefined;
  /** The country whose sign stands beside a whole number (`SK31322832`). */
  readonly country: Country | undefined;
  /** A Slovak tax number, ten digits. */
  readonly taxNumber?: number;
  /** The country of a VAT number of another one, ISO 3166-1. */
  readonly foreignCountry?: string;
  /** An activity code as it was typed, without the word before it. */
  readonly activityCode?: string;
  /** The domain of an address; without it in one of a mailbox provider. */
  readonly domain?: string;
  /** What is searched for instead, one after the other until something is found: a number, the name beside it, a domain's. */
  readonly instead?: readonly string[];
}

/** One search reads its query in several places. */
let last: { readonly query: string; readonly asked: SearchedFor } | undefined;

/** Reads a query; case, diacritics and punctuation do not matter. */
export function readQuery(query: string): SearchedFor {
  if (last?.query !== query) last = { query, asked: read(query) };
  return last.asked;
}

function read(query: string): SearchedFor {
  const text = cleaned(query);
  if (!/[\p{L}\p{N}]/u.test(text)) return nothing("empty", text);
  return (/\d/.test(text) ? readNumber(text) : undefined) ?? readAddress(text) ?? byName("name", text);
}

const PAIRS: readonly (readonly [string, string])[] = [
  '""',
  "''",
  "„“",
  "„”",
  "“”",
  "‚‘",
  "‘’",
  "»«",
  "«»",
  "()",
  "[]",
  "{}",
].map((pair): readonly [string, string] => [pair.slice(0, 1), pair.slice(1)]);

/** What was typed, as far as it can be seen: no marks of a spreadsheet, a sentence or a list round it. */
function cleaned(query: string): string {
  const seen = normalForm(query.replace(/\p{Cf}/gu, ""), "NFKC").replace(/[\s\p{Z}]+/gu, " ");
  const open = seen.trim().replace(/[;,.:\s]+$/, "");
  const pair = PAIRS.find(([before, behind]) => open.length > 1 && open.startsWith(before) && open.endsWith(behind));
  const inner = pair === undefined ? open : open.slice(1, -1);
  return inner
    .trim()
    .replace(/^['"](?=[^'"]*$)/, "")
    .replace(/[;,.:\s]+$/, "")
    .trimStart();
}

const NO_NAMES: EqualNames = { name: "", endings: new Set() };

/** A query by which no name is searched. */
function nothing(kind: QueryKind, text: string, more: Partial<SearchedFor> = {}): SearchedFor {
  const none = {
    name: "",
    bare: "",
    words: [],
    equal: NO_NAMES,
    ico: undefined,
    digits: undefined,
    country: undefined,
  };
  return { kind, text, ...none, ...more };
}

function byName(kind: QueryKind, text: string, number: Partial<SearchedFor> = {}): SearchedFor {
  const name = fold(text);
  const bare = withoutForms(name).name;
  const isShort = kind === "name" && [...text].length < SHORTEST_NAME;
  return nothing(isShort ? "short" : kind, text, {
    name,
    bare,
    words: isShort ? [name] : wordsAsked(bare),
    equal: equalNames(name),
    ...number,
  });
}

/** A text with a digit: a number of a firm, of its taxes or of an activity; `undefined` where it is a name. */
function readNumber(text: string): SearchedFor | undefined {
  const activityCode = readActivityCode(text);
  if (activityCode !== undefined) return byName("activity_code", text, { activityCode });
  const number = readCompanyNumber(text);
  const { digits = "" } = readStatedIco(text) ?? {};
  if (number?.kind === "ico") {
    const isStart = digits.length < 8 && digits !== "" && !hasValidCheckDigit(number.ico);
    const { ico, country } = number;
    return byName(isStart ? "ico_start" : "ico", text, { ico, digits: digits === "" ? ico : digits, country });
  }
  if (number !== undefined) {
    const { kind } = number;
    if (kind === "tax_sk") return nothing(kind, text, { taxNumber: Number(text.replace(/\D/g, "")) });
    return nothing(kind, text, kind === "vat_foreign" ? { foreignCountry: number.country } : {});
  }
  const beside = nameBesideNumber(text);
  if (beside !== undefined) return beside;
  if (digits.length < SHORTEST_ICO_PREFIX) return undefined;
  return byName(digits.length < 8 ? "ico_start" : "name", text, { digits });
}

/** An activity code with a sign that it is one: the word, a section, a dot or comma between its digits. */
function readActivityCode(text: string): string | undefined {
  const [, behind] = /^(?:(?:sk|cz)[ -]?)?nace(?: rev\.? ?2(?:\.1)?)?:? *(.+)$/i.exec(text) ?? [];
  if (behind !== undefined) return readNace(behind) === undefined ? undefined : behind;
  return /^[a-v]? ?\d{2}[.,] ?\d{1,2}(?:[.,]?\d)?$/i.test(text) ? text : undefined;
}

const LABEL = "(?:IČO?|ICO?|identifika[čc]n[íeé] [čc][íi]slo)";
const SPACED = "\\d(?: ?\\d){5,7}";

/** A number beside a name: behind a label or in brackets, or one of eight digits. */
const BESIDE = [
  new RegExp(`\\((?:${LABEL}[:. ]*)?(SK|CZ)? ?(${SPACED})\\)`, "giu"),
  new RegExp(`(?<![\\p{L}\\p{N}])${LABEL}[:. ]*(SK|CZ)? ?(${SPACED})(?![\\p{L}\\p{N}])`, "giu"),
  /(?<![\p{L}\p{N}])(SK|CZ)? ?(\d{8}|\d{2} \d{3} \d{3}|\d{3} \d{2} \d{3})(?![\p{L}\p{N}])/giu,
];

function nameBesideNumber(text: string): SearchedFor | undefined {
  for (const pattern of BESIDE) {
    const [only, another] = text.matchAll(pattern);
    if (only === undefined || another !== undefined) continue;
    const [whole, sign, digits = ""] = only;
    const ico = parseIco(digits);
    const rest = cleaned(text.replace(whole, " ").replace(/^[\s,;:–-]+/, ""));
    if (ico === undefined || !/\p{L}/u.test(rest)) continue;
    const country = sign === undefined ? undefined : sign.toUpperCase() === "SK" ? "SK" : "CZ";
    return nothing("ico_name", text, { ico, country, instead: [`${country ?? ""}${ico}`, rest] });
  }
  return undefined;
}

/** Domains in which people have their mail at a provider: they say nothing of a firm. */
const MAILBOXES: ReadonlySet<string> = new Set(
  (
    "gmail.com outlook.com hotmail.com icloud.com yahoo.com seznam.cz email.cz post.cz centrum.cz centrum.sk azet.sk " +
    "zoznam.sk pobox.sk"
  ).split(" "),
);

/** An address of mail or of a page, by the name in its domain; `undefined` for what is none. */
function readAddress(text: string): SearchedFor | undefined {
  if (!text.includes(".")) return undefined;
  const domain = readHostName(hostPasted(text) ?? "")?.registrable;
  if (domain === undefined) return undefined;
  const kind = text.includes("@") && !/^https?:/i.test(text) ? "email" : "web";
  if (kind === "email" && MAILBOXES.has(domain)) return nothing(kind, text, { instead: [] });
  return nothing(kind, text, { instead: [domainToUnicode(domain).split(".")[0] ?? domain], domain });
}

/** True when a firm is the one that a query names: its number, or its name with or without the legal form. */
export function isExact({ ico, name }: { ico: Ico; name: string | null }, query: SearchedFor): boolean {
  if (ico === query.ico) return true;
  // Most names that are found only begin so.
  return name !== null && query.name !== "" && foldsToStart(name, query.equal.name) && isEqualName(fold(name), query);
}

/** True when a folded name is the one that a query names, but for its legal form. */
export function isEqualName(folded: string, { name, equal }: SearchedFor): boolean {
  if (name === "") return false;
  const isLonger = folded.startsWith(`${equal.name} `);
  return folded === name || (isLonger && equal.endings.has(folded.slice(equal.name.length + 1)));
}
