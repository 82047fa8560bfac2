/**
 * The legal forms that end a company's name, as registers and people write them, folded (`fold`). The spellings of one
 * form stand in one line. They only help to find a name that was typed without its form, or with another spelling of it:
 * no verdict rests on them.
 */
const ENDINGS: readonly (readonly string[])[] = [
  ["s r o", "spol s r o", "sro", "spolocnost s rucenim obmedzenym", "spolecnost s rucenim omezenym"],
  ["a s", "as", "akciova spolocnost", "akciova spolecnost"],
  ["k s", "komanditna spolocnost", "komanditni spolecnost"],
  ["v o s", "verejna obchodna spolocnost", "verejna obchodni spolecnost"],
  ["s p", "statny podnik", "statni podnik"],
  ["n p", "narodny podnik", "narodni podnik"],
  ["druzstvo"],
  ["j s a"],
  ["se"],
  ["o p s"],
  ["n o"],
  ["o z"],
  ["z s"],
  ["z u"],
];

const SPELLINGS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ENDINGS.flatMap((spellings) => spellings.map((ending) => [ending, new Set(spellings)])),
);

const ALL: ReadonlySet<string> = new Set(SPELLINGS.keys());

/** A name with a legal form behind it; the longest form that fits. */
const NAME_AND_FORM = new RegExp(`^(.+?) (${[...ALL].sort((a, b) => b.length - a.length).join("|")})$`);

/** How many spellings there are: no query is compared with more names than these and itself. */
export const ENDINGS_KNOWN = ALL.size;

/** The folded names that count as equal to a query beside it: `name`, a blank and one of the endings. */
export interface EqualNames {
  readonly name: string;
  readonly endings: ReadonlySet<string>;
}

/**
 * What counts as equal to a folded query, beside the query itself: the query with any legal form behind it; or, where it
 * ends with a form, the name before it with any spelling of that form.
 */
export function equalNames(folded: string): EqualNames {
  const [, name, form = ""] = NAME_AND_FORM.exec(folded) ?? [];
  const spellings = SPELLINGS.get(form);
  return name === undefined || spellings === undefined ? { name: folded, endings: ALL } : { name, endings: spellings };
}
