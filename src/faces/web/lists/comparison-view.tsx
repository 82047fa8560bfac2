import type { ComparisonAnswer } from "../../../capabilities/lists/comparison.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { CategoryMark, categoryNames, categoryShortNames, regimeOf } from "../components/category-mark.tsx";
import { Field } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmName } from "../components/untrusted-text.tsx";
import { firmPath, href } from "../paths.ts";
import { sizeNames } from "../verdict/verdict-names.ts";
import { CATEGORY_ORDER, listTexts } from "./list-texts.ts";

export const comparisonTexts = {
  title: { sk: "Čo sa zmenilo a prečo", cs: "Co se změnilo a proč", en: "What changed and why" },
} satisfies Record<string, Localized>;

type Cause = ComparisonAnswer["rows"][number]["cause"];

const text = {
  from: { sk: "Od dňa", cs: "Ode dne", en: "From" },
  to: { sk: "Do dňa", cs: "Do dne", en: "To" },
  show: { sk: "Porovnať", cs: "Porovnat", en: "Compare" },
  none: {
    sk: "Kategória, sektor ani režim sa nezmenili.",
    cs: "Kategorie, odvětví ani režim se nezměnily.",
    en: "No category, sector or regime changed.",
  },
  matrix: { sk: "Z ktorej kategórie do ktorej", cs: "Z které kategorie do které", en: "From which category to which" },
  table: { sk: "To isté ako tabuľka", cs: "Totéž jako tabulka", en: "The same as a table" },
  before: { sk: "Predtým", cs: "Předtím", en: "Before" },
  after: { sk: "Potom", cs: "Potom", en: "After" },
  count: { sk: "Počet", cs: "Počet", en: "Number" },
  notComparable: {
    sk: "Sledovať sme ich začali až po prvom dni, preto sa porovnať nedajú: {n}.",
    cs: "Sledovat jsme je začali až po prvním dni, proto je nelze porovnat: {n}.",
    en: "Watched only since after the first day and so not comparable: {n}.",
  },
  files: { sk: "Stiahnuť", cs: "Stáhnout", en: "Download" },
  steps: { sk: "zmien po sebe: {n}", cs: "změn po sobě: {n}", en: "changes one after the other: {n}" },
  rules: { sk: "Pravidlá", cs: "Pravidla", en: "Rules" },
  data: { sk: "údaje registra", cs: "údaje rejstříku", en: "data of the register" },
} satisfies Record<string, Localized>;

const SENTENCE: Readonly<Record<Locale, (changed: number, rows: number) => string>> = {
  sk: (changed, rows) => `Zmenilo sa ${changed} z ${rows}`,
  cs: (changed, rows) => `Změnilo se ${changed} z ${rows}`,
  en: (changed, rows) => `${changed} of ${rows} changed`,
};

const CAUSE_WORDS: Readonly<Record<Cause, Localized>> = {
  register: { sk: "pre údaje registra", cs: "kvůli údajům rejstříku", en: "because of the register" },
  source: { sk: "pre iný zdroj údajov", cs: "kvůli jinému zdroji údajů", en: "because of another source" },
  law: { sk: "pre nové pravidlá", cs: "kvůli novým pravidlům", en: "because of new rules" },
  calendar: { sk: "lebo uplynul deň zo zákona", cs: "protože uplynul den ze zákona", en: "because a day passed" },
  stated: { sk: "pre uvedené údaje", cs: "kvůli uvedeným údajům", en: "because of stated facts" },
  both: { sk: "z viacerých príčin", cs: "z více příčin", en: "for several reasons" },
};

const CAUSE_HEADS: Readonly<Record<Cause, Localized>> = {
  register: { sk: "Register", cs: "Rejstřík", en: "The register" },
  source: { sk: "Iný zdroj, nie iná firma", cs: "Jiný zdroj, ne jiná firma", en: "Another source, not another firm" },
  law: { sk: "Nové pravidlá", cs: "Nová pravidla", en: "New rules" },
  calendar: { sk: "Kalendár", cs: "Kalendář", en: "The calendar" },
  stated: { sk: "Uvedené údaje", cs: "Uvedené údaje", en: "Stated facts" },
  both: { sk: "Viac príčin", cs: "Více příčin", en: "Several causes" },
};

const CAUSES = ["register", "source", "law", "calendar", "stated", "both"] as const satisfies readonly Cause[];

/** Firms on two days: the sentence, the matrix, and what changed by its cause. @param path of the page and, with an ending, its files */
export function ComparisonView({ answer, path, locale }: { answer: ComparisonAnswer; path: string; locale: Locale }) {
  const { from, to, counts, byCause, rows } = answer;
  const days = { from: from.day, to: to.day };
  const present = CAUSES.filter((cause) => byCause[cause] > 0);
  const causes = present.map((cause) => `${byCause[cause]} ${CAUSE_WORDS[cause][locale]}`).join(", ");
  return (
    <>
      <section class="section" aria-label={comparisonTexts.title[locale]}>
        <form class="screen-only" method="get" action={href(locale, path)}>
          <div class="fields">
            <Field id="from" label={text.from[locale]} type="date" value={from.day} />
            <Field id="to" label={text.to[locale]} type="date" value={to.day} />
          </div>
          <p class="buttons">
            <button type="submit">{text.show[locale]}</button>
          </p>
        </form>
        <p class="prose lead" data-changed={String(counts.changed)} data-rows={String(counts.rows)}>
          {SENTENCE[locale](counts.changed, counts.rows)}
          {causes === "" ? "." : `: ${causes}.`}
        </p>
        {counts.changed === 0 ? <p class="prose">{text.none[locale]}</p> : <Matrix answer={answer} locale={locale} />}
        {counts.notComparable === 0 ? null : (
          <p class="prose">{text.notComparable[locale].replace("{n}", String(counts.notComparable))}</p>
        )}
      </section>
      {present.map((cause) => (
        <section class="section" data-cause={cause} aria-labelledby={`cause-${cause}`}>
          <h2 id={`cause-${cause}`}>
            {CAUSE_HEADS[cause][locale]} ({byCause[cause]})
          </h2>
          <Rows rows={rows.filter((row) => row.cause === cause)} locale={locale} />
        </section>
      ))}
      <p class="links screen-only">
        {text.files[locale]}:{" "}
        {["csv", "xlsx"].map((format) => (
          <a href={href(locale, `${path}.${format}`, days)} download>
            {format.toUpperCase()}
          </a>
        ))}
      </p>
      <p class="meta">
        {text.rules[locale]} {from.ruleSetVersion} → {to.ruleSetVersion};{" "}
        {Object.entries(to.dataAsOf).map(([country, day]) => (
          <>
            {text.data[locale]} {country} <time datetime={day}>{formatDay(day ?? "", locale)}</time>;{" "}
          </>
        ))}
        {answer.disclaimer}
      </p>
    </>
  );
}

const CELL = 56;
const LEFT = 110;
const TOP = 30;

/** How many firms went from which category to which: a drawing, and a table behind it. */
function Matrix({ answer: { matrix }, locale }: { answer: ComparisonAnswer; locale: Locale }) {
  const most = Math.max(1, ...matrix.map(({ n }) => n));
  const size = CATEGORY_ORDER.length * CELL;
  const at = (category: ComparisonAnswer["matrix"][number]["from"]) => CATEGORY_ORDER.indexOf(category) * CELL;
  return (
    <figure class="is-matrix">
      <figcaption>{text.matrix[locale]}</figcaption>
      <svg viewBox={`0 0 ${LEFT + size} ${TOP + size}`} width={LEFT + size} aria-hidden="true">
        {CATEGORY_ORDER.map((category) => (
          <>
            <text
              x={LEFT + at(category) + CELL / 2}
              y={TOP - 10}
              text-anchor="middle"
              font-size="12"
              fill="currentColor"
            >
              {categoryShortNames[category][locale]}
            </text>
            <text
              x={LEFT - 8}
              y={TOP + at(category) + CELL / 2 + 4}
              text-anchor="end"
              font-size="12"
              fill="currentColor"
            >
              {categoryShortNames[category][locale]}
            </text>
          </>
        ))}
        {CATEGORY_ORDER.flatMap((row) =>
          CATEGORY_ORDER.map((column) => (
            <rect
              x={LEFT + at(column) + 1}
              y={TOP + at(row) + 1}
              width={CELL - 2}
              height={CELL - 2}
              fill="none"
              stroke="currentColor"
              stroke-opacity="0.25"
            />
          )),
        )}
        {matrix.map(({ from, to, n }) => (
          <>
            <rect
              x={LEFT + at(to) + 1}
              y={TOP + at(from) + 1}
              width={CELL - 2}
              height={CELL - 2}
              fill="currentColor"
              fill-opacity={String(0.08 + (0.22 * n) / most)}
            />
            <text
              x={LEFT + at(to) + CELL / 2}
              y={TOP + at(from) + CELL / 2 + 6}
              text-anchor="middle"
              font-size="18"
              fill="currentColor"
            >
              {n}
            </text>
          </>
        ))}
      </svg>
      <details class="folded">
        <summary>{text.table[locale]}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.before[locale]}</th>
              <th scope="col">{text.after[locale]}</th>
              <th scope="col">{text.count[locale]}</th>
            </tr>
          </thead>
          <tbody>
            {matrix.map(({ from, to, n }) => (
              <tr data-from={from} data-to={to}>
                <td>{categoryNames[from][locale]}</td>
                <td>{categoryNames[to][locale]}</td>
                <td class="number">{n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

type Row = ComparisonAnswer["rows"][number];

function Rows({ rows, locale }: { rows: readonly Row[]; locale: Locale }) {
  return (
    <table class="is-stacked">
      <thead>
        <tr>
          <th scope="col">{listTexts.firm[locale]}</th>
          <th scope="col">{text.before[locale]}</th>
          <th scope="col">{text.after[locale]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr id={`${row.country}-${row.ico}`} data-category={row.to.category}>
            <th scope="row">
              <a href={href(locale, firmPath(row.ico, row.country))}>
                <FirmName name={row.untrusted.name} locale={locale} />
              </a>
              <p class="meta">
                <span class="number">
                  {row.country} {formatIco(row.ico)}
                </span>
                {row.untrusted.label === "" ? null : (
                  <>
                    {" · "}
                    <bdi>{row.untrusted.label}</bdi>
                  </>
                )}
              </p>
              <p>
                {row.why}
                {row.steps > 1 ? ` (${text.steps[locale].replace("{n}", String(row.steps))})` : ""}
              </p>
              {row.rules.map(({ version, change }) => (
                <p class="meta">
                  {version}: {change}
                </p>
              ))}
            </th>
            <td data-label={text.before[locale]}>
              <Standing standing={row.from} locale={locale} />
            </td>
            <td data-label={text.after[locale]}>
              <Standing standing={row.to} locale={locale} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Standing({ standing, locale }: { standing: Row["from"]; locale: Locale }) {
  const { category, sectorName, regimeName, size } = standing;
  const rest = [sectorName, regimeName, size === null ? null : sizeNames[size][locale]].filter((each) => each !== null);
  return (
    <>
      <CategoryMark category={category} nationalRegime={regimeOf(standing.regime)} locale={locale} />
      {rest.length === 0 ? null : <p class="meta">{rest.join(" · ")}</p>}
    </>
  );
}
