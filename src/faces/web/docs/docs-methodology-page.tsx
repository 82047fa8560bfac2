import type { Locale, Localized } from "../../../core/locale.ts";
import { Citations } from "../components/citations.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { askSizeThresholds, Thresholds } from "../verdict/thresholds.tsx";

const text = {
  title: { sk: "Ako rozhodujeme", cs: "Jak rozhodujeme", en: "How we decide" },
  description: {
    sk: "Postup, ktorým Dosah z údajov registra určí kategóriu podľa NIS2, s citáciami a hranicami.",
    cs: "Postup, kterým Dosah z údajů rejstříku určí kategorii podle NIS2, s citacemi a hranicemi.",
    en: "How Dosah gets from register data to a NIS2 category, with citations and limits.",
  },
  intro: {
    sk: "Každý výsledok vzniká tým istým postupom. Rovnaké údaje v rovnaký deň dajú vždy rovnaký výsledok a každý krok je na stránke firmy vypísaný.",
    cs: "Každý výsledek vzniká stejným postupem. Stejné údaje ve stejný den dají vždy stejný výsledek a každý krok je na stránce firmy vypsán.",
    en: "Every verdict comes about in the same way. The same facts on the same day always give the same result, and every step is written out on the firm’s page.",
  },
  stepsTitle: { sk: "Postup", cs: "Postup", en: "The procedure" },
  blindTitle: { sk: "Čo v registroch nie je", cs: "Co v rejstřících není", en: "What registers do not show" },
  citationsTitle: { sk: "Ako overujeme citácie", cs: "Jak ověřujeme citace", en: "How citations are checked" },
  citations: {
    sk: "Každý odkaz na zákon sa pred odoslaním porovná so zoznamom predpisov a ich ustanovení. Text s odkazom, ktorý sa nepotvrdí, sa nezobrazí.",
    cs: "Každý odkaz na zákon se před odesláním porovná se seznamem předpisů a jejich ustanovení. Text s odkazem, který se nepotvrdí, se nezobrazí.",
    en: "Before it is sent, every reference to the law is checked against a list of acts and their provisions. A text whose reference is not confirmed is not shown.",
  },
  sources: { sk: "Zdroje údajov a ich dátumy", cs: "Zdroje dat a jejich data", en: "Data sources and their dates" },
  changelog: { sk: "Čo sa v pravidlách zmenilo", cs: "Co se v pravidlech změnilo", en: "What changed in the rules" },
  openData: { sk: "Pravidlá na stiahnutie", cs: "Pravidla ke stažení", en: "The rules for download" },
  radar: { sk: "Metodika počtov", cs: "Metodika počtů", en: "How the counts are made" },
} satisfies Record<string, Localized>;

interface Step {
  readonly lead: Localized;
  readonly rest: Localized;
  readonly basis?: Localized;
}

/** The decision procedure in the order in which the rules are asked. */
const steps: readonly Step[] = [
  {
    lead: { sk: "Aktívna firma.", cs: "Aktivní firma.", en: "An active firm." },
    rest: {
      sk: "Zaniknutá firma je mimo pôsobnosti a ďalej sa neposudzuje.",
      cs: "Zaniklá firma je mimo působnost a dál se neposuzuje.",
      en: "A ceased firm is out of scope and is not assessed further.",
    },
  },
  {
    lead: {
      sk: "Služba, ktorá patrí pod NIS2 pri každej veľkosti.",
      cs: "Služba bez ohledu na velikost.",
      en: "A service in scope at any size.",
    },
    rest: {
      sk: "Kvalifikované dôveryhodné služby, správa registra domén najvyššej úrovne a služby DNS robia z firmy kľúčový subjekt bez ohľadu na veľkosť; nekvalifikované dôveryhodné služby aspoň dôležitý. Z registra sa to vyčítať nedá, preto rozhoduje, čo uvediete, a postup uvedie, že to nie je overené.",
      cs: "Kvalifikované služby vytvářející důvěru, správa registru domén nejvyšší úrovně a služby DNS dělají z firmy základní subjekt bez ohledu na velikost; nekvalifikované služby vytvářející důvěru alespoň důležitý. Z rejstříku to vyčíst nelze, proto rozhoduje, co uvedete, a postup uvede, že to není ověřeno.",
      en: "Qualified trust services, a top-level domain registry and DNS services make a firm essential at any size; non-qualified trust services make it at least important. No register tells this, so what you state decides, and the steps say that it was not verified.",
    },
    basis: {
      sk: "čl. 2 ods. 2 písm. a) a čl. 3 ods. 1 písm. b) smernice (EÚ) 2022/2555",
      cs: "čl. 2 odst. 2 písm. a) a čl. 3 odst. 1 písm. b) směrnice (EU) 2022/2555",
      en: "Articles 2(2)(a) and 3(1)(b) of Directive (EU) 2022/2555",
    },
  },
  {
    lead: { sk: "Verejná správa.", cs: "Veřejná správa.", en: "Public administration." },
    rest: {
      sk: "Platia pre ňu osobitné podmienky, ktoré v registroch nie sú. Odpoveď je preto „neurčené“, nikdy nie „mimo pôsobnosti“.",
      cs: "Platí pro ni zvláštní podmínky, které v rejstřících nejsou. Odpověď je proto „neurčeno“, nikdy ne „mimo působnost“.",
      en: "It is subject to conditions of its own that are in no register. The answer is therefore “not determined”, never “out of scope”.",
    },
    basis: {
      sk: "čl. 2 ods. 2 písm. f) smernice (EÚ) 2022/2555",
      cs: "čl. 2 odst. 2 písm. f) směrnice (EU) 2022/2555",
      en: "Article 2(2)(f) of Directive (EU) 2022/2555",
    },
  },
  {
    lead: { sk: "Činnosť.", cs: "Činnost.", en: "Activity." },
    rest: {
      sk: "Všetky kódy NACE firmy sa porovnajú so sektormi oboch príloh smernice, každý vo vlastnej revízii. Kód, ktorý sektor len naznačuje, nerozhoduje, ale povieme o ňom. Bez kódu je odpoveď „neurčené“, bez zhody „mimo pôsobnosti“.",
      cs: "Všechny kódy NACE firmy se porovnají s odvětvími obou příloh směrnice, každý ve vlastní revizi. Kód, který odvětví jen naznačuje, nerozhoduje, ale řekneme o něm. Bez kódu je odpověď „neurčeno“, bez shody „mimo působnost“.",
      en: "All NACE codes of the firm are compared with the sectors of both annexes of the directive, each in its own revision. A code that only hints at a sector does not decide, but it is named. Without a code the answer is “not determined”; without a match, “out of scope”.",
    },
    basis: {
      sk: "prílohy I a II smernice (EÚ) 2022/2555",
      cs: "přílohy I a II směrnice (EU) 2022/2555",
      en: "Annexes I and II of Directive (EU) 2022/2555",
    },
  },
  {
    lead: { sk: "Veľkosť.", cs: "Velikost.", en: "Size." },
    rest: {
      sk: "Z kategórie počtu zamestnancov v registri alebo z čísel, ktoré zadáte. Ak firma v sektore je, ale veľkosť nepoznáme, odpoveď je „neurčené“.",
      cs: "Z kategorie počtu pracovníků v rejstříku nebo z čísel, která zadáte. Pokud firma v odvětví je, ale velikost neznáme, odpověď je „neurčeno“.",
      en: "From the register’s headcount band, or from the numbers you state. If the firm is in a sector but its size is not known, the answer is “not determined”.",
    },
    basis: {
      sk: "čl. 2 prílohy odporúčania 2003/361/ES",
      cs: "čl. 2 přílohy doporučení 2003/361/ES",
      en: "Article 2 of the Annex to Recommendation 2003/361/EC",
    },
  },
  {
    lead: { sk: "Kategória.", cs: "Kategorie.", en: "Category." },
    rest: {
      sk: "Sektor a veľkosť dajú spolu kategóriu podľa tabuľky nižšie. Ak má firma viac kódov, platí najprísnejší výsledok a postup uvedie, ktorý kód rozhodol.",
      cs: "Odvětví a velikost dají dohromady kategorii podle tabulky níže. Má-li firma více kódů, platí nejpřísnější výsledek a postup uvede, který kód rozhodl.",
      en: "Sector and size together give the category by the table below. Where a firm has several codes, the strictest result stands and the steps say which code decided.",
    },
    basis: {
      sk: "čl. 2 ods. 1 a čl. 3 smernice (EÚ) 2022/2555",
      cs: "čl. 2 odst. 1 a čl. 3 směrnice (EU) 2022/2555",
      en: "Articles 2(1) and 3 of Directive (EU) 2022/2555",
    },
  },
  {
    lead: { sk: "Druhý zdroj na Slovensku.", cs: "Druhý zdroj na Slovensku.", en: "A second source in Slovakia." },
    rest: {
      sk: "Ak firmu pozná otvorený register s kategóriami NIS2, rozhoduje on. Keď sa s pravidlami nezhodne, výsledok nikdy nie je „mimo pôsobnosti“ a nezhodu uvedieme.",
      cs: "Pokud firmu zná otevřený registr s kategoriemi NIS2, rozhoduje on. Když se s pravidly neshodne, výsledek nikdy není „mimo působnost“ a neshodu uvedeme.",
      en: "Where the open-data register with NIS2 categories knows the firm, it decides. When it disagrees with the rules, the result is never “out of scope” and the disagreement is stated.",
    },
  },
];

const blind: Readonly<Record<Locale, readonly string[]>> = {
  sk: [
    "Obrat a bilančnú sumu, ktoré môžu veľkosť zvýšiť.",
    "Prepojené a partnerské podniky, ktoré sa do veľkosti počítajú.",
    "Výkon, počet prípojok, domén alebo zákazníkov, na ktorých v niektorých sektoroch záleží.",
    "Rozhodnutia úradov, ktoré firmu určia bez ohľadu na kód a veľkosť.",
    "Činnosti, ktoré firma naozaj robí, ale v registri ich nemá.",
  ],
  cs: [
    "Obrat a bilanční sumu, které mohou velikost zvýšit.",
    "Propojené a partnerské podniky, které se do velikosti počítají.",
    "Výkon, počet odběrných míst, domén nebo zákazníků, na nichž v některých odvětvích záleží.",
    "Rozhodnutí úřadů, která firmu určí bez ohledu na kód a velikost.",
    "Činnosti, které firma skutečně dělá, ale v rejstříku je nemá.",
  ],
  en: [
    "Turnover and balance sheet, which can lift the size.",
    "Linked and partner enterprises, which count towards the size.",
    "Capacity, supply points, domains or customers, which matter in some sectors.",
    "Decisions of authorities that name a firm whatever its code and size.",
    "Activities that a firm really carries on but has not registered.",
  ],
};

/** How a category comes about, and where the method ends. */
export async function docsMethodologyPage(request: PageRequest): Promise<PageAnswer> {
  const { locale } = request;
  const thresholds = await askSizeThresholds(request);
  return {
    title: text.title[locale],
    description: text.description[locale],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
        </section>
        <section class="section" aria-labelledby="steps-title">
          <h2 id="steps-title">{text.stepsTitle[locale]}</h2>
          <ol class="ladder">
            {steps.map(({ lead, rest, basis }) => (
              <li class="rung">
                <div class="rung-text">
                  <p>
                    <strong>{lead[locale]}</strong> {rest[locale]}
                  </p>
                </div>
                <Citations citations={basis === undefined ? [] : [basis[locale]]} locale={locale} />
              </li>
            ))}
          </ol>
        </section>
        <Thresholds thresholds={thresholds} locale={locale} />
        <section class="section" aria-labelledby="blind-title">
          <h2 id="blind-title">{text.blindTitle[locale]}</h2>
          <ul class="prose">
            {blind[locale].map((fact) => (
              <li>{fact}</li>
            ))}
          </ul>
        </section>
        <section class="section" aria-labelledby="citations-title">
          <h2 id="citations-title">{text.citationsTitle[locale]}</h2>
          <p class="prose">{text.citations[locale]}</p>
          <p class="links">
            <a href={href(locale, paths.sources)}>{text.sources[locale]}</a>
            <a href={`${href(locale, paths.radar)}#methodology`}>{text.radar[locale]}</a>
            <a href={href(locale, paths.changelog)}>{text.changelog[locale]}</a>
            <a href={href(locale, paths.docsOpenData)}>{text.openData[locale]}</a>
          </p>
        </section>
      </>
    ),
  };
}
