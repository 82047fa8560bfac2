import { writeSpreadsheetCsv } from "../../../capabilities/opendata/csv.ts";
import type { FirmRow } from "../../../capabilities/scope/firm-row.ts";
import { firmCells } from "../../../capabilities/scope/firm-table.ts";
import { CATEGORIES } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { plural } from "../../../core/text.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { DocumentHead } from "../components/document-head.tsx";
import { ErrorSummary, Field } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import { fileResponse } from "../file-response.ts";
import type { PageAnswer, PageRequest, Site } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
import { askFirms, type PageLine, waitOf } from "./ask-firms.ts";
import { entryOf, type FirmList, MOST_FIRMS, readFirmList, sortLines } from "./firm-list.ts";
import { FirmsTable } from "./firms-table.tsx";

const text = {
  title: { sk: "Viac firiem naraz", cs: "Více firem najednou", en: "Several firms at once" },
  description: {
    sk: "Vložte až 40 IČO alebo názvov a dostanete tabuľku: kategória podľa NIS2, sektor, veľkosť a chýbajúci údaj. Bez účtu.",
    cs: "Vložte až 40 IČO nebo názvů a dostanete tabulku: kategorie podle NIS2, odvětví, velikost a chybějící údaj. Bez účtu.",
    en: "Paste up to 40 numbers or names and get a table: NIS2 category, sector, size and the missing fact. No account.",
  },
  intro: {
    sk: "Klienti, dodávatelia, vlastná skupina: vložte ich IČO alebo názvy a uvidíte výsledok každej firmy v jednej tabuľke. Zoznam ostáva len v adrese tejto stránky.",
    cs: "Klienti, dodavatelé, vlastní skupina: vložte jejich IČO nebo názvy a uvidíte výsledek každé firmy v jedné tabulce. Seznam zůstává jen v adrese této stránky.",
    en: "Clients, suppliers, your own group: paste their numbers or names and see the result for each firm in one table. The list is kept only in the address of this page.",
  },
  label: { sk: "IČO alebo názvy firiem", cs: "IČO nebo názvy firem", en: "Numbers or names of firms" },
  help: {
    sk: `Každá firma na vlastnom riadku, najviac ${MOST_FIRMS}. Krajinu určíte napríklad takto: SK31322832. IČO je presnejšie než názov.`,
    cs: `Každá firma na vlastním řádku, nejvýše ${MOST_FIRMS}. Zemi určíte například takto: CZ45274649. IČO je přesnější než název.`,
    en: `Each firm on a line of its own, at most ${MOST_FIRMS}. Name the country like this: SK31322832. A number is more precise than a name.`,
  },
  submit: { sk: "Zobraziť tabuľku", cs: "Zobrazit tabulku", en: "Show the table" },
  errorTitle: { sk: "Opravte, prosím, tieto údaje", cs: "Opravte prosím tyto údaje", en: "Please correct this" },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  nothing: {
    sk: "Napíšte aspoň jedno IČO alebo názov.",
    cs: "Napište alespoň jedno IČO nebo název.",
    en: "Write at least one number or name.",
  },
  example: { sk: "Ukážka s tromi firmami", cs: "Ukázka se třemi firmami", en: "An example with three firms" },
  compare: { sk: "Porovnať dve firmy", cs: "Porovnat dvě firmy", en: "Compare two firms" },
  change: { sk: "Zmeniť zoznam", cs: "Změnit seznam", en: "Change the list" },
  csv: { sk: "Stiahnuť ako CSV", cs: "Stáhnout jako CSV", en: "Download as CSV" },
  organizations: { sk: "Založiť organizácie", cs: "Založit organizace", en: "Create organizations" },
  suppliers: { sk: "Pridať k dodávateľom", cs: "Přidat k dodavatelům", en: "Add to suppliers" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  indicative: {
    sk: "Výsledky sú orientačné. Záväzne rozhoduje na Slovensku NBÚ, v Česku NÚKIB.",
    cs: "Výsledky jsou orientační. Závazně rozhoduje na Slovensku NBÚ, v Česku NÚKIB.",
    en: "The results are indicative. The binding decision is made by NBÚ in Slovakia and by NÚKIB in Czechia.",
  },
  limitTitle: {
    sk: "Limit je vyčerpaný, tabuľka nie je úplná",
    cs: "Limit je vyčerpán, tabulka není úplná",
    en: "The limit is reached, the table is not complete",
  },
  again: { sk: "Načítať tabuľku znova", cs: "Načíst tabulku znovu", en: "Load the table again" },
} satisfies Record<string, Localized>;

/** Firms of the shipped sample, so that the example has answers without a register. */
const EXAMPLE = ["CZ49240901", "SK36631124", "SK31340822"].join("\n");

const tooMany: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) =>
    `V zozname je ${count} ${plural(count, { one: "firma", few: "firmy", other: "firiem" }, "sk")}. Naraz ich môže byť najviac ${MOST_FIRMS}: zoznam rozdeľte.`,
  cs: (count) =>
    `V seznamu je ${count} ${plural(count, { one: "firma", few: "firmy", other: "firem" }, "cs")}. Najednou jich může být nejvýše ${MOST_FIRMS}: seznam rozdělte.`,
  en: (count) => `The list has ${count} firms. At most ${MOST_FIRMS} can be shown at once: split the list.`,
};

const answered: Readonly<Record<Locale, (answered: number, all: number) => string>> = {
  sk: (some, all) => `Odpoveď máme pre ${some} z ${all} ${all === 1 ? "firmy" : "firiem"}.`,
  cs: (some, all) => `Odpověď máme pro ${some} z ${all} ${all === 1 ? "firmy" : "firem"}.`,
  en: (some, all) => `${some} of ${all} ${all === 1 ? "firm has" : "firms have"} an answer.`,
};

const waits: Readonly<Record<Locale, (seconds: number) => string>> = {
  sk: (seconds) => `Zoznam ostáva v adrese. Zvyšné firmy doplníme, keď stránku načítate znova o ${seconds} s.`,
  cs: (seconds) => `Seznam zůstává v adrese. Zbývající firmy doplníme, když stránku načtete znovu za ${seconds} s.`,
  en: (seconds) => `The list stays in the address. Load the page again in ${seconds} s for the other firms.`,
};

/** "Which of these firms does NIS2 reach?": up to forty of them in one table, without an account. */
export async function firmsPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, query } = request;
  const list = readFirmList(query);
  if (!query.has("list")) return question(list, undefined, locale);
  const wrong = problemOf(list, locale);
  if (wrong !== undefined) return question(list, wrong, locale);
  const lines = await askFirms(list.rows, request);
  const wait = waitOf(lines);
  const isRefused = wait !== undefined && lines.every(({ problem }) => problem?.code === "rate_limited");
  return {
    status: isRefused ? 429 : 200,
    title: `${text.title[locale]}: ${list.rows.length}`,
    isIndexed: false,
    scripts: ["copy"],
    ...(wait === undefined ? {} : { headers: { "Retry-After": String(wait) } }),
    body: <Answer list={list} lines={lines} wait={wait} site={request.site} locale={locale} />,
  };
}

/** The same table as a file for a spreadsheet. */
export async function firmsCsv(request: PageRequest): Promise<PageAnswer | Response> {
  const { locale, query } = request;
  const list = readFirmList(query);
  const wrong = problemOf(list, locale);
  if (wrong !== undefined) return question(list, wrong, locale);
  const lines = sortLines(await askFirms(list.rows, request), list.order);
  return fileResponse(writeSpreadsheetCsv(firmCells(lines, locale), locale), "nis2-firms", "csv");
}

function problemOf({ rows }: FirmList, locale: Locale): string | undefined {
  if (rows.length === 0) return text.nothing[locale];
  return rows.length > MOST_FIRMS ? tooMany[locale](rows.length) : undefined;
}

function question(list: FirmList, wrong: string | undefined, locale: Locale): PageAnswer {
  return {
    status: wrong === undefined ? 200 : 400,
    title: wrong === undefined ? text.title[locale] : `${text.error[locale]}: ${text.title[locale]}`,
    description: text.description[locale],
    isIndexed: wrong === undefined,
    body: (
      <>
        <ErrorSummary
          title={text.errorTitle[locale]}
          errors={wrong === undefined ? [] : [{ field: "list", message: wrong }]}
        />
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <ListForm list={list} wrong={wrong} locale={locale} />
          <p>
            <a href={href(locale, paths.firms, { list: EXAMPLE })}>{text.example[locale]}</a>
          </p>
        </section>
        <p>
          <a href={href(locale, paths.compare)}>{text.compare[locale]}</a>
        </p>
      </>
    ),
  };
}

function ListForm({ list, wrong, locale }: { list: FirmList; wrong: string | undefined; locale: Locale }) {
  return (
    <form action={href(locale, paths.firms)} method="get" class="firms-form">
      <Field
        id="list"
        label={text.label[locale]}
        help={text.help[locale]}
        error={wrong}
        value={list.typed}
        rows={Math.min(Math.max(list.rows.length + 1, 6), 16)}
        spellcheck={false}
        autocomplete="off"
        required
      />
      <button type="submit" class="button">
        {text.submit[locale]}
      </button>
    </form>
  );
}

/** Each category with its number, and what is decided apart from what is not. */
function Totals({ firms, all, locale }: { firms: readonly FirmRow[]; all: number; locale: Locale }) {
  const counts = Object.fromEntries(
    CATEGORIES.map((category) => [category, firms.filter((firm) => firm.category === category).length]),
  );
  const undecided = (counts.unknown ?? 0) + all - firms.length;
  return (
    <ul class="counts is-bare" data-totals data-decided={String(all - undecided)} data-undecided={String(undecided)}>
      {CATEGORIES.filter((category) => category !== "unknown").map((category) => (
        <li data-category={category}>
          <CategoryMark category={category} locale={locale} /> <b class="number">{counts[category]}</b>
        </li>
      ))}
      <li data-category="unknown">
        <CategoryMark category="unknown" locale={locale} /> <b class="number">{undecided}</b>
      </li>
    </ul>
  );
}

function Answer({
  list,
  lines,
  wait,
  site,
  locale,
}: {
  list: FirmList;
  lines: readonly PageLine[];
  wait: number | undefined;
  site: Site;
  locale: Locale;
}) {
  const firms = lines.flatMap(({ firm }) => firm ?? []);
  const decided = firms.filter(({ category }) => category !== "unknown").length;
  // Firms that were found are exact from here on; every other line stays as it was typed.
  const exact = lines.map(({ entry, firm }) => (firm === undefined ? entry : entryOf(firm))).join("\n");
  const named = [...new Set(firms.map(({ country, ico }) => `${country}-${ico}`))].join(",");
  const { order } = list;
  return (
    <>
      <DocumentHead
        title={text.title[locale]}
        subject={answered[locale](decided, lines.length)}
        address={`${site.baseUrl}${href(locale, paths.firms, { list: exact, sort: order })}`}
        site={site}
        locale={locale}
      />
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="prose lead">{answered[locale](decided, lines.length)}</p>
        <p class="indicative">{text.indicative[locale]}</p>
        <Totals firms={firms} all={lines.length} locale={locale} />
        {wait === undefined ? null : (
          <Notice tone="caution" title={text.limitTitle[locale]}>
            <p>{waits[locale](wait)}</p>
            <p>
              <a href={href(locale, paths.firms, { list: exact, sort: order })}>{text.again[locale]}</a>
            </p>
          </Notice>
        )}
      </section>
      <FirmsTable lines={sortLines(lines, order)} exact={exact} order={order} locale={locale} />
      <div class="buttons screen-only">
        <a class="button is-second" href={href(locale, paths.firmsCsv, { list: exact, sort: order })} download>
          {text.csv[locale]}
        </a>
        <button type="button" class="button is-quiet" data-print hidden>
          {text.print[locale]}
        </button>
        {named === "" ? null : (
          <>
            <a data-action="organization" href={href(locale, privatePaths.organizationsSeveral, { firms: named })}>
              {text.organizations[locale]}
            </a>
            <a data-action="supplier" href={href(locale, privatePaths.suppliersAdd, { firms: named })}>
              {text.suppliers[locale]}
            </a>
          </>
        )}
      </div>
      <section class="section screen-only" aria-labelledby="change-title">
        <h2 id="change-title">{text.change[locale]}</h2>
        <ListForm list={list} wrong={undefined} locale={locale} />
      </section>
    </>
  );
}
