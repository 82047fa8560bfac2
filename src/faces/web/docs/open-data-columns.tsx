import type { z } from "zod";
import type { opendataIndex } from "../../../capabilities/opendata/opendata-index.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

type Dataset = z.output<typeof opendataIndex.output>["datasets"][number];

const text = {
  table: { sk: "Stĺpce tabuľky NACE", cs: "Sloupce tabulky NACE", en: "Columns of the NACE table" },
  tableIntro: {
    sk: "CSV podľa RFC 4180 v UTF-8 s jedným riadkom hlavičky a bez poznámok. V tabuľkovom programe načítajte stĺpec nace_code ako text: 06.10 nie je 6,1.",
    cs: "CSV podle RFC 4180 v UTF-8 s jedním řádkem záhlaví a bez poznámek. V tabulkovém programu načtěte sloupec nace_code jako text: 06.10 není 6,1.",
    en: "CSV as in RFC 4180, UTF-8, one header line, no comments. In a spreadsheet, import the column nace_code as text: 06.10 is not 6.1.",
  },
  column: { sk: "Stĺpec", cs: "Sloupec", en: "Column" },
  meaning: { sk: "Čo obsahuje", cs: "Co obsahuje", en: "What it holds" },
} satisfies Record<string, Localized>;

/** What the columns of the table mean. */
export function Columns({ datasets, locale }: { datasets: readonly Dataset[]; locale: Locale }) {
  const columns = datasets.find((dataset) => dataset.columns !== undefined)?.columns ?? [];
  return (
    <section class="section" aria-labelledby="columns-title">
      <h2 id="columns-title">{text.table[locale]}</h2>
      <p class="prose">{text.tableIntro[locale]}</p>
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.column[locale]}</th>
            <th scope="col">{text.meaning[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, meaning }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td data-label={text.meaning[locale]}>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
