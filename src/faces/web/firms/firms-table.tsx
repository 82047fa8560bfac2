import type { FirmRow } from "../../../capabilities/scope/firm-row.ts";
import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import { countryNames } from "../../../core/country.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmAddress, FirmName } from "../components/untrusted-text.tsx";
import { firmPath, href, paths } from "../paths.ts";
import { sizeNames } from "../verdict/verdict-names.ts";
import type { PageLine } from "./ask-firms.ts";
import { entryOf, type Order } from "./firm-list.ts";

const text = {
  caption: {
    sk: "Firmy zo zoznamu a ich výsledok podľa NIS2",
    cs: "Firmy ze seznamu a jejich výsledek podle NIS2",
    en: "The firms of the list and their result under NIS2",
  },
  name: { sk: "Firma", cs: "Firma", en: "Firm" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  sector: { sk: "Sektor", cs: "Odvětví", en: "Sector" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  missing: { sk: "Čo by výsledok zmenilo", cs: "Co by výsledek změnilo", en: "What would change the result" },
  sortBy: { sk: "Zoradiť podľa:", cs: "Seřadit podle:", en: "Sort by:" },
  asTyped: { sk: "poradie zoznamu", cs: "pořadí seznamu", en: "order of the list" },
  noSector: { sk: "žiadny", cs: "žádné", en: "none" },
  noSize: { sk: "nie je známa", cs: "není známa", en: "not known" },
  unknownSector: { sk: "nie je známy", cs: "není známo", en: "not known" },
  question: { sk: "otázka", cs: "otázka", en: "question" },
  rows: { sk: "riadky", cs: "řádky", en: "rows" },
  nothing: {
    sk: "nič, čo by sme vedeli pomenovať",
    cs: "nic, co bychom uměli pojmenovat",
    en: "nothing that we can name",
  },
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
  alsoIn: {
    sk: "Rovnaké IČO má aj firma v druhej krajine:",
    cs: "Stejné IČO má i firma ve druhé zemi:",
    en: "A firm in the other country has the same number:",
  },
  noAnswer: { sk: "Bez odpovede", cs: "Bez odpovědi", en: "No answer" },
  zerosAdded: { sk: "doplnené úvodné nuly", cs: "doplněny úvodní nuly", en: "leading zeros were added" },
  pick: { sk: "Vybrať na porovnanie, IČO", cs: "Vybrat k porovnání, IČO", en: "Choose for comparison, IČO" },
  compare: {
    sk: "Porovnať dve vybrané firmy",
    cs: "Porovnat dvě vybrané firmy",
    en: "Compare the two chosen firms",
  },
  choose: { sk: "Ktorú ste mysleli?", cs: "Kterou jste mysleli?", en: "Which one did you mean?" },
} satisfies Record<string, Localized>;

const COLUMNS = ["name", "category", "sector", "size"] as const satisfies readonly Order[];

/** The table; its heads are links that sort it. `exact` is the list as links carry it on. */
export function FirmsTable({
  lines,
  exact,
  order,
  locale,
}: {
  lines: readonly PageLine[];
  exact: string;
  order: Order | undefined;
  locale: Locale;
}) {
  const questions = Map.groupBy(
    lines.flatMap(({ firm }) => firm?.missingFacts[0]?.question ?? []),
    (question) => question,
  );
  const shared = [...questions].filter(([, rows]) => rows.length > 1).map(([question]) => question);
  const sorted = (by: Order | undefined) => href(locale, paths.firms, { list: exact, sort: by });
  return (
    <section class="section" aria-label={text.caption[locale]}>
      {/* On a phone the heads of the table are hidden: there the same links stand above it. */}
      <nav class="filter quiet-links sort-links screen-only" aria-label={text.sortBy[locale]}>
        <ul>
          {[undefined, ...COLUMNS].map((by) => (
            <li>
              <a href={sorted(by)} aria-current={by === order ? "true" : undefined}>
                {by === undefined ? text.asTyped[locale] : text[by][locale].toLowerCase()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {shared.length === 0 ? null : (
        <section class="prose" data-shared-questions>
          <h2>{text.missing[locale]}</h2>
          <ol>
            {shared.map((question, index) => (
              <li id={`question-${index + 1}`} value={index + 1} data-rows={String(questions.get(question)?.length)}>
                {question}{" "}
                <span class="meta">
                  ({text.rows[locale]}: {questions.get(question)?.length})
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <form action={href(locale, paths.compare)} method="get">
        <table class="is-stacked firms">
          <caption class="visually-hidden">{text.caption[locale]}</caption>
          <thead>
            <tr>
              {COLUMNS.map((by) => (
                <th scope="col" aria-sort={by === order ? "ascending" : undefined}>
                  <a href={sorted(by)}>{text[by][locale]}</a>
                </th>
              ))}
              <th scope="col">{text.missing[locale]}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) =>
              line.firm === undefined ? (
                <FailedRow line={line} exact={exact} locale={locale} />
              ) : (
                <Row
                  firm={line.firm}
                  areZerosAdded={line.warnings?.includes("zeros_added") === true}
                  shared={shared}
                  locale={locale}
                />
              ),
            )}
          </tbody>
        </table>
        {lines.filter(({ firm }) => firm !== undefined).length < 2 ? null : (
          <button type="submit" class="button is-second screen-only">
            {text.compare[locale]}
          </button>
        )}
      </form>
    </section>
  );
}

function Row({
  firm,
  areZerosAdded,
  shared,
  locale,
}: {
  firm: FirmRow;
  areZerosAdded: boolean;
  /** Questions that stand above the table. */
  shared: readonly string[];
  locale: Locale;
}) {
  const { ico, country, status, category, nationalRegime, sector, size, missingFacts, alsoIn, untrusted } = firm;
  const question = missingFacts[0]?.question ?? null;
  return (
    <tr>
      <th scope="row">
        <input
          type="checkbox"
          class="pick screen-only"
          name="firm"
          value={entryOf(firm)}
          aria-label={`${text.pick[locale]} ${formatIco(ico)}`}
        />
        <a href={href(locale, firmPath(ico, country))}>
          <FirmName name={untrusted.name} locale={locale} />
        </a>
        <p class="meta">
          <span class="number">IČO {formatIco(ico)}</span> · {countryNames[country][locale]}
          {status === "ceased" ? ` · ${text.ceased[locale]}` : ""}
          {areZerosAdded ? ` · ${text.zerosAdded[locale]}` : ""}
        </p>
        {alsoIn.map((other) => (
          <p class="meta">
            {text.alsoIn[locale]} <a href={href(locale, firmPath(ico, other))}>{countryNames[other][locale]}</a>
          </p>
        ))}
      </th>
      <td data-label={text.category[locale]}>
        <CategoryMark category={category} nationalRegime={nationalRegime} locale={locale} />
      </td>
      <td data-label={text.sector[locale]}>
        {sector?.name ?? (category === "unknown" ? text.unknownSector : text.noSector)[locale]}
      </td>
      <td data-label={text.size[locale]}>
        <div>
          {size.category === null ? text.noSize[locale] : sizeNames[size.category][locale]}
          {size.employees === null ? null : <p class="meta">{headcountText(size.employees, locale)}</p>}
        </div>
      </td>
      <td data-label={text.missing[locale]}>
        {question === null ? (
          text.nothing[locale]
        ) : shared.includes(question) ? (
          <a href={`#question-${shared.indexOf(question) + 1}`}>
            {text.question[locale]} {shared.indexOf(question) + 1}
          </a>
        ) : (
          question
        )}
      </td>
    </tr>
  );
}

/** A line without an answer: what was typed, why, and what to do. It has no category. */
function FailedRow({ line, exact, locale }: { line: PageLine; exact: string; locale: Locale }) {
  const { entry, problem, candidates } = line;
  if (problem === undefined) return null;
  /** The same list with this firm in the place of what was typed. */
  const chosen = (candidate: (typeof candidates)[number]) =>
    exact
      .split("\n")
      .map((each) => (each === entry ? entryOf(candidate) : each))
      .join("\n");
  return (
    <tr class="is-failing">
      <th scope="row">
        <bdi>{foreignText(entry)}</bdi>
      </th>
      <td colspan={4} data-label={text.noAnswer[locale]}>
        <div>
          <p>
            {problem.message[locale]} {problem.nextStep[locale]}
          </p>
          {candidates.length === 0 ? null : (
            <>
              <p class="screen-only">{text.choose[locale]}</p>
              <ul class="is-bare screen-only">
                {candidates.map((candidate) => (
                  <li>
                    <a href={href(locale, paths.firms, { list: chosen(candidate) })}>
                      <FirmName name={candidate.untrusted.name} locale={locale} />
                    </a>{" "}
                    <span class="meta">
                      IČO {formatIco(candidate.ico)} · {countryNames[candidate.country][locale]}
                      {candidate.active ? "" : ` · ${text.ceased[locale]}`}
                      <FirmAddress address={candidate.untrusted.address} before=" · " />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      </td>
    </tr>
  );
}
