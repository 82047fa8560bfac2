/** A place inside an act. Which parts may stand together follows the head: see `unitNotation`. */
export interface UnitPath {
  readonly head: "unit" | "annex";
  /** Number of the article, section or annex (`I part II` with its part); `""` for the only annex of an act. */
  readonly number: string;
  /** Article of an annex (Recommendation 2003/361/EC has its rules there). */
  readonly annexArticle?: string;
  readonly paragraph?: string;
  readonly letter?: string;
  /** Point: of a letter or an article in the body (`6`, `ii`), of the annex itself in an annex (`6.10`). */
  readonly point?: string;
}

/** A citation reference of the knowledge files, taken apart. `unit` is `null` for the act alone. */
export interface Reference {
  readonly act: string;
  readonly unit: UnitPath | null;
}

const ACT_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const IN_UNIT =
  /^(?<number>\d+[a-z]{0,2}|[IVX]+)(?:\((?<paragraph>\d+[a-z]{0,2})\))?(?:\((?<letter>[a-z]{1,2})\))?(?:\/(?<point>\d+[a-z]{0,2}|[ivx]+))?$/;
const IN_ANNEX =
  /^annex(?: (?<number>\d+|[IVX]+(?: part [IVX]+)?))?(?:\/(?<point>\d+(?:\.\d+)*)(?:\((?<letter>[a-z]{1,2})\))?)?$/;
const ANNEX_ARTICLE = /^annex(?: (?<number>\d+|[IVX]+))?:(?<annexArticle>\d+)(?:\((?<paragraph>\d+)\))?$/;

/**
 * Takes apart `nis2 21(2)(a)`, `nis2 6/36`, `sk-69-2018 17(1)(c)/2`, `sk-69-2018 annex 1`, `cz-408-2025 annex/16.12`,
 * `ai-act annex III/5(b)`, `cra annex I part II/1`, `sme-recommendation annex:2(1)` or an act id alone.
 * Returns `undefined` for anything else; whether the act and the place exist is not asked here.
 */
export function parseReference(reference: string): Reference | undefined {
  const blank = reference.indexOf(" ");
  const act = blank < 0 ? reference : reference.slice(0, blank);
  if (!ACT_ID.test(act)) return undefined;
  if (blank < 0) return { act, unit: null };
  const unit = parseUnit(reference.slice(blank + 1));
  return unit === undefined ? undefined : { act, unit };
}

function parseUnit(notation: string): UnitPath | undefined {
  const inUnit = IN_UNIT.exec(notation)?.groups;
  if (inUnit !== undefined) return { head: "unit", ...inUnit, number: inUnit.number ?? "" };
  const inAnnex = (IN_ANNEX.exec(notation) ?? ANNEX_ARTICLE.exec(notation))?.groups;
  return inAnnex === undefined ? undefined : { head: "annex", ...inAnnex, number: inAnnex.number ?? "" };
}

/** The number of an annex and of its part: `I part II` is annex I, part II. A number without part has none. */
export function annexAndPart(number: string): { readonly annex: string; readonly part: string | undefined } {
  const [annex = "", part] = number.split(" part ");
  return { annex, part };
}

/** The inverse of the unit part of `parseReference`. */
export function unitNotation({ head, number, annexArticle, paragraph, letter, point }: UnitPath): string {
  const inParens = (part: string | undefined) => (part === undefined ? "" : `(${part})`);
  const afterSlash = point === undefined ? "" : `/${point}`;
  if (head === "unit") return `${number}${inParens(paragraph)}${inParens(letter)}${afterSlash}`;
  const annex = number === "" ? "annex" : `annex ${number}`;
  if (annexArticle !== undefined)
    return `${annex}:${annexArticle}${inParens(paragraph)}${inParens(letter)}${afterSlash}`;
  return `${annex}${afterSlash}${inParens(letter)}`;
}
