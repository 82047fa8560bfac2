import { type ActivitySearchAnswer, activitySearch } from "../../../capabilities/scope/activity-search.ts";
import { COUNTRIES } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import type { PageRequest } from "../page.ts";
import { changed, type Pair, whatIfAddress } from "./what-if-address.ts";
import { readCodes } from "./what-if-query.ts";

const text = {
  fromWords: {
    sk: "Činnosť podľa vašich slov:",
    cs: "Činnost podle vašich slov:",
    en: "The activity, from your words:",
  },
  change: { sk: "Zmeniť činnosť", cs: "Změnit činnost", en: "Change the activity" },
} satisfies Record<string, Localized>;

type Hit = ActivitySearchAnswer["hits"][number];

/** An activity or a service that counts as chosen. */
export interface ChosenActivity {
  /** What people call it, with its code. */
  readonly name: string;
  readonly pairs: readonly Pair[];
}

/** The words of an address (`find`), and what they mean. */
export interface WordsRead {
  /** The address; with the activity in it, where the words mean exactly one and no code is given. */
  readonly query: URLSearchParams;
  readonly fromWords: ChosenActivity | null;
  /** What the visitor has to choose from; `null` where there are no words, or they mean what is chosen already. */
  readonly hits: ActivitySearchAnswer | null;
}

/** Reads the words for which an activity is looked up. Words that mean exactly one activity choose it. */
export async function readWords({ query, ask }: Pick<PageRequest, "query" | "ask">): Promise<WordsRead> {
  const find = (query.get("find") ?? "").trim().slice(0, 100);
  if (find.length < 2) return { query, fromWords: null, hits: null };
  const country = COUNTRIES.find((known) => known === query.get("country"));
  const hits = await ask(activitySearch, { query: find, ...(country === undefined ? {} : { country }) });
  const isOpen = readCodes(query).length === 0 && query.getAll("does").length === 0 && !query.has("ico");
  const only = onlyActivity(hits);
  if (only !== null && isChosen(only, query)) return { query, fromWords: null, hits: null };
  if (!isOpen || only === null || query.has("edit")) return { query, fromWords: null, hits };
  const withActivity = new URLSearchParams(changed(query, [], only.pairs).map(([name, value]) => [name, value]));
  return { query: withActivity, fromWords: only, hits: null };
}

/** The one activity that words mean: further hits are its own code, its group, or its code in the other revision. */
function onlyActivity({ hits, mustChoose }: ActivitySearchAnswer): ChosenActivity | null {
  const [first, ...others] = hits;
  if (first === undefined || mustChoose) return null;
  const codes = first.kind === "activity" ? [first.nace.code, first.otherRevision.nace.code] : [];
  const isSame = (hit: Hit) =>
    hit.kind === "code" && codes.some((code) => code.startsWith(hit.nace.code) || hit.nace.code.startsWith(code));
  return others.every(isSame) ? chosen(first) : null;
}

function chosen(hit: Hit): ChosenActivity | null {
  if (hit.kind === "sector") return null;
  if (hit.kind === "service") return { name: hit.service.name ?? hit.service.id, pairs: [["does", hit.service.id]] };
  const { code, revision, name } = hit.nace;
  const words = hit.kind === "activity" ? hit.words.join(", ") : (name ?? "");
  return {
    name: `${words} (NACE ${formatNace(code)})`,
    pairs: [
      ["code", code],
      ["rev", revision],
    ],
  };
}

/** True where the address holds the activity already, as after a choice or a form that was sent again. */
function isChosen({ pairs: [first] }: ChosenActivity, query: URLSearchParams): boolean {
  if (first === undefined) return false;
  const [name, value] = first;
  if (name === "does") return query.getAll("does").includes(value);
  return readCodes(query).some(({ code }) => code.replaceAll(".", "") === value);
}

/** Names the activity that the words mean, with a way to change it. */
export function FromWords({
  activity,
  query,
  locale,
}: {
  activity: ChosenActivity;
  query: URLSearchParams;
  locale: Locale;
}) {
  const names = activity.pairs.map(([name]) => name);
  return (
    <p class="prose" data-from-words>
      {text.fromWords[locale]} {activity.name}.{" "}
      <a href={whatIfAddress(locale, changed(query, names, [["edit", "1"]]))}>{text.change[locale]}</a>
    </p>
  );
}
