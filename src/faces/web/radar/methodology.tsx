import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";

const text = {
  title: { sk: "Metodika", cs: "Metodika", en: "Method" },
  more: {
    sk: "Postup rozhodovania krok za krokom",
    cs: "Postup rozhodování krok za krokem",
    en: "The decision procedure, step by step",
  },
} satisfies Record<string, Localized>;

const paragraphs: Readonly<Record<Locale, readonly { readonly lead: string; readonly rest: string }[]>> = {
  sk: [
    {
      lead: "Kto sa počíta.",
      rest: "Každá aktívna firma a organizácia z načítaných registrov práve raz, v krajine svojho registra. Zaniknuté sa nepočítajú.",
    },
    {
      lead: "Ako sa zaradí.",
      rest: "Rovnakými pravidlami, aké použije stránka firmy: kódy činnosti určia sektor, kategória počtu zamestnancov veľkosť. Zaradenie vzniká pri načítaní registra, čísla sú jeho súčtom.",
    },
    {
      lead: "Čo znamená neurčené.",
      rest: "Firma je v sektore NIS2, ale register neuvádza jej veľkosť; alebo nemá kód činnosti; alebo patrí do verejnej správy; alebo sa zdroje nezhodli. Neurčené nie je to isté ako mimo pôsobnosti.",
    },
    {
      lead: "Kam sa počíta sektor.",
      rest: "Firma je v jedinom sektore: v tom, ktorého kód rozhodol o kategórii. Firma bez sektora NIS2 nie je v žiadnom riadku.",
    },
    {
      lead: "Prečo je to spodná hranica.",
      rest: "Registre poznajú len počet zamestnancov samotnej firmy. Obrat, bilančná suma a prepojené firmy môžu veľkosť zvýšiť. Služby, ktoré sú v pôsobnosti bez ohľadu na veľkosť, ani rozhodnutia úradov sa z registra vyčítať nedajú.",
    },
    {
      lead: "Čo to nie je.",
      rest: "Nie je to register prevádzkovateľov základnej služby ani evidencia poskytovateľov regulovanej služby. Tie vedú NBÚ a NÚKIB.",
    },
  ],
  cs: [
    {
      lead: "Kdo se počítá.",
      rest: "Každá aktivní firma a organizace z načtených rejstříků právě jednou, v zemi svého rejstříku. Zaniklé se nepočítají.",
    },
    {
      lead: "Jak se zařadí.",
      rest: "Stejnými pravidly, jaká použije stránka firmy: kódy činnosti určí odvětví, kategorie počtu pracovníků velikost. Zařazení vzniká při načtení rejstříku, čísla jsou jeho součtem.",
    },
    {
      lead: "Co znamená neurčeno.",
      rest: "Firma je v odvětví NIS2, ale rejstřík neuvádí její velikost; nebo nemá kód činnosti; nebo patří do veřejné správy; nebo se zdroje neshodly. Neurčeno není totéž co mimo působnost.",
    },
    {
      lead: "Kam se počítá odvětví.",
      rest: "Firma je v jediném odvětví: v tom, jehož kód rozhodl o kategorii. Firma bez odvětví NIS2 není v žádném řádku.",
    },
    {
      lead: "Proč je to spodní hranice.",
      rest: "Rejstříky znají jen počet zaměstnanců samotné firmy. Obrat, bilanční suma a propojené firmy mohou velikost zvýšit. Služby, které jsou v působnosti bez ohledu na velikost, ani rozhodnutí úřadů se z rejstříku vyčíst nedají.",
    },
    {
      lead: "Co to není.",
      rest: "Není to evidence poskytovatelů regulované služby ani slovenský registr provozovatelů základní služby. Ty vedou NÚKIB a slovenský NBÚ.",
    },
  ],
  en: [
    {
      lead: "Who is counted.",
      rest: "Every active firm and organisation of the registers in use, exactly once, in the country of its register. Ceased ones are not counted.",
    },
    {
      lead: "How it is classified.",
      rest: "By the same rules as on a firm’s page: activity codes give the sector, the register’s headcount band gives the size. The classification is made when a register is imported; the numbers are its sums.",
    },
    {
      lead: "What “not determined” means.",
      rest: "The firm is in a NIS2 sector but the register does not state its size; or it has no activity code; or it belongs to public administration; or the sources disagree. It is not the same as out of scope.",
    },
    {
      lead: "Where a sector is counted.",
      rest: "A firm is counted in one sector only: that of the code which decided its category. A firm in no NIS2 sector appears in no row.",
    },
    {
      lead: "Why this is a lower bound.",
      rest: "Registers know only the headcount of the firm itself. Turnover, balance sheet and linked firms can raise the size. Services in scope whatever the size, and decisions of authorities, cannot be read from a register.",
    },
    {
      lead: "What this is not.",
      rest: "It is not the list of operators of essential services or of providers of regulated services. Those are kept by NBÚ and NÚKIB.",
    },
  ],
};

/** How the counts come about, in full, under the address that the data name: `#methodology`. */
export function RadarMethod({ locale }: { locale: Locale }) {
  return (
    <section class="section" id="methodology" aria-labelledby="methodology-title">
      <h2 id="methodology-title">{text.title[locale]}</h2>
      <div class="prose">
        {paragraphs[locale].map(({ lead, rest }) => (
          <p>
            <strong>{lead}</strong> {rest}
          </p>
        ))}
        <p>
          <a href={href(locale, paths.docsMethodology)}>{text.more[locale]}</a>
        </p>
      </div>
    </section>
  );
}
