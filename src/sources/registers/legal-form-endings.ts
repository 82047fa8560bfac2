/**
 * The legal forms in a company's name, as registers and people write them, folded (`fold`). The spellings of one form
 * stand in one line. They only help to find a name that was typed without its form, with another spelling of it, or with
 * another form: no verdict rests on them.
 */
const FORMS: readonly (readonly string[])[] = [
  [
    "s r o",
    "spol s r o",
    "spol s ro",
    "spol sro",
    "sro",
    "spolocnost s rucenim obmedzenym",
    "spolecnost s rucenim omezenym",
  ],
  ["a s", "as", "akc spol", "akciova spol", "akciova spolocnost", "akciova spolecnost"],
  ["k s", "ks", "komanditna spolocnost", "komanditni spolecnost"],
  ["v o s", "vos", "verejna obchodna spolocnost", "verejna obchodni spolecnost"],
  ["s p", "sp", "statny podnik", "statni podnik"],
  ["n p", "np", "narodny podnik", "narodni podnik"],
  ["druzstvo"],
  ["j s a"],
  ["se"],
  ["o p s", "ops"],
  ["n o", "no"],
  ["o z", "oz"],
  ["z s", "zs"],
  ["z u", "zu"],
  ["p o", "prispevkova organizacia", "prispevkova organizace"],
  ["rozpoctova organizacia"],
  ["organizacna zlozka", "organizacni slozka"],
  ["odstepny zavod"],
  ["svj"],
  ["v likvidacii", "v likvidaci"],
  ["v konkurze", "v konkursu"],
  ["v upadku"],
];

/** Short spellings that are words or initials of other names unless they stand at the end. */
const ONLY_AT_END: ReadonlySet<string> = new Set(["as", "se", "zs", "zu", "ks", "sp", "np", "no", "oz", "svj"]);

const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map(
  FORMS.flatMap((spellings) => spellings.map((spelling) => [spelling, spellings])),
);

const ALL: ReadonlySet<string> = new Set(SPELLINGS.keys());

const FREE = [...ALL].filter((spelling) => !ONLY_AT_END.has(spelling));

/** In the middle of a name initials may be anything: only full words and spellings of three words count as a form. */
const UNMISTAKABLE = FREE.filter(
  (spelling) => spelling.split(" ").length >= 3 || /^\p{L}{4,}( \p{L}{4,})*$/u.test(spelling),
);

const longestFirst = (spellings: Iterable<string>) => [...spellings].sort((a, b) => b.length - a.length).join("|");

/** A name with a legal form behind it, before it, in it; the longest form that fits. */
const AT_END = new RegExp(`^(.+?) (${longestFirst(ALL)})$`);
const AT_START = new RegExp(`^(${longestFirst(FREE)}) (.+)$`);
const INSIDE = new RegExp(` (${longestFirst(UNMISTAKABLE)})(?= )`, "g");

/** No name ends with more forms, and more spellings of several together are not compared. */
const MOST_FORMS = 3;
const MOST_ENDINGS = 64;

/** How many endings a name has at most: no query is compared with more names than these and itself. */
export const ENDINGS_KNOWN = Math.max(ALL.size, MOST_ENDINGS);

/** The folded names that count as equal to a query beside it: `name`, a blank and one of the endings. */
export interface EqualNames {
  readonly name: string;
  readonly endings: ReadonlySet<string>;
}

/**
 * A folded name without its legal forms, and the forms in their order. A name that is nothing but a form is left as it is.
 */
export function withoutForms(folded: string): { readonly name: string; readonly forms: readonly string[] } {
  let name = folded;
  const forms: string[] = [];
  while (forms.length < MOST_FORMS) {
    const [, before, form] = AT_END.exec(name) ?? [];
    if (before === undefined || form === undefined || isInitials(before.slice(-2), form)) break;
    name = before;
    forms.unshift(form);
  }
  const [, form, behind] = AT_START.exec(name) ?? [];
  if (form !== undefined && behind !== undefined && !isInitials(`${behind} `.slice(0, 2), form)) {
    name = behind;
    forms.push(form);
  }
  const inside = name.replace(INSIDE, (_form, spelling: string) => {
    forms.push(spelling);
    return "";
  });
  return ALL.has(inside) ? { name: folded, forms: [] } : { name: inside, forms };
}

/** True for single letters beside another single letter: a run of initials (`A.S.A.`) is no form. */
function isInitials(neighbour: string, form: string): boolean {
  return /^\p{L}( \p{L})*$/u.test(form) && /^( \p{L}|\p{L} )$/u.test(neighbour);
}

/**
 * What counts as equal to a folded query, beside the query itself: the query with any legal form behind it; or, where it
 * has forms, the name without them with any spelling of the same forms.
 */
export function equalNames(folded: string): EqualNames {
  const { name, forms } = withoutForms(folded);
  if (forms.length === 0) return { name, endings: ALL };
  let endings: readonly string[] = [""];
  for (const form of forms.slice(0, MOST_FORMS)) {
    const spellings = SPELLINGS.get(form) ?? [];
    endings = endings
      .flatMap((before) => spellings.map((spelling) => `${before} ${spelling}`.trim()))
      .slice(0, MOST_ENDINGS);
  }
  return { name, endings: new Set(endings) };
}
