import { regulatoryFeedCalendar } from "../../../capabilities/feed/regulatory-feed-calendar.ts";
import { nis2Stats } from "../../../capabilities/registers/nis2-stats.ts";
import { COUNTRIES } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { CodeBlock } from "../components/code-block.tsx";
import { formatIco } from "../components/format-ico.ts";
import { HeadlineCounts } from "../components/headline-counts.tsx";
import { NextDay } from "../feed/upcoming-dates.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { SearchForm } from "../search/search-form.tsx";

const text = {
  title: {
    sk: "Vzťahuje sa na vašu firmu NIS2?",
    cs: "Vztahuje se na vaši firmu NIS2?",
    en: "Does NIS2 reach your firm?",
  },
  description: {
    sk: "Zistite podľa názvu alebo IČO, či sa na slovenskú alebo českú firmu vzťahuje smernica NIS2, prečo a čo z toho vyplýva.",
    cs: "Zjistěte podle názvu nebo IČO, zda se na slovenskou nebo českou firmu vztahuje směrnice NIS2, proč a co z toho plyne.",
    en: "Find out by name or company number whether the NIS2 directive reaches a Slovak or Czech firm, why, and what follows.",
  },
  examples: { sk: "Napríklad", cs: "Například", en: "For example" },
  about: {
    sk: "Dosah vezme činnosť a veľkosť firmy z verejných registrov, porovná ich so smernicou a s vnútroštátnym zákonom a každý krok doloží citáciou.",
    cs: "Dosah vezme činnost a velikost firmy z veřejných rejstříků, porovná je se směrnicí a s vnitrostátním zákonem a každý krok doloží citací.",
    en: "Dosah takes a firm’s activity and size from public registers, compares them with the directive and the national act, and gives a citation for every step.",
  },
  aboutUnknown: {
    sk: "Na to, čo sa z registra určiť nedá, sa opýta vás.",
    cs: "Na to, co z rejstříku určit nelze, se zeptá vás.",
    en: "Where the registers are silent, it says so and asks you.",
  },
  whatIf: {
    sk: "Zadať činnosť a veľkosť ručne, bez vyhľadania firmy",
    cs: "Zadat činnost a velikost ručně, bez vyhledání firmy",
    en: "Enter the activity and size by hand, without looking up a firm",
  },
  firms: {
    sk: "Posúdiť až 40 firiem naraz, v jednej tabuľke",
    cs: "Posoudit až 40 firem najednou, v jedné tabulce",
    en: "Judge up to 40 firms at once, in one table",
  },
  radarTitle: { sk: "Koľkých firiem sa to týka", cs: "Kolika firem se to týká", en: "How many firms it affects" },
  radarLink: {
    sk: "Počty podľa sektorov a metodika",
    cs: "Počty podle odvětví a metodika",
    en: "Counts by sector and method",
  },
  feedTitle: { sk: "Čo nás čaká", cs: "Co nás čeká", en: "What comes next" },
  feedLink: {
    sk: "Všetky termíny a regulačné novinky",
    cs: "Všechny termíny a regulační novinky",
    en: "All dates and regulatory news",
  },
  agentsTitle: { sk: "Opýtajte sa svojho agenta AI", cs: "Zeptejte se svého agenta AI", en: "Ask your agent" },
  agents: {
    sk: "Rovnaké odpovede dostane aj Claude, Cursor, VS Code a ďalšie nástroje cez Model Context Protocol. Bez registrácie, na tejto adrese:",
    cs: "Stejné odpovědi dostane i Claude, Cursor, VS Code a další nástroje přes Model Context Protocol. Bez registrace, na této adrese:",
    en: "Claude, Cursor, VS Code and other tools get the same answers through the Model Context Protocol. No registration, at this address:",
  },
  endpoint: { sk: "Adresa servera MCP", cs: "Adresa serveru MCP", en: "Address of the MCP server" },
  agentsLink: { sk: "Návod na pripojenie", cs: "Návod k připojení", en: "How to connect" },
} satisfies Record<string, Localized>;

/**
 * Well-known firms, each a link to its verdict. The names are written by us. The shipped sample decides all of them, and
 * each category is among them (test/promises/offline-start.test.ts).
 */
const examples = [
  { name: "Raiffeisenbank", country: "CZ", ico: "49240901" },
  { name: "Slovenská pošta", country: "SK", ico: "36631124" },
  { name: "TIPOS", country: "SK", ico: "31340822" },
] as const;

/** "Is it us?": the field, examples, two lines of what this is, the headline numbers, how agents connect. */
export async function startPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, site } = request;
  const [stats, coming] = await Promise.all([headlineCounts(request), nextDays(request)]);
  // A sample says nothing about how many firms there are in a country.
  const counts = stats?.filter(({ isSample }) => !isSample) ?? [];
  return {
    title: text.title[locale],
    description: text.description[locale],
    jsonLd: {
      "@type": "WebSite",
      name: "Dosah",
      description: text.description[locale],
      url: `${site.baseUrl}${href(locale, paths.start)}`,
      inLanguage: locale,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${site.baseUrl}${href(locale, paths.search)}?q={q}` },
        "query-input": "required name=q",
      },
    },
    scripts: ["suggest", "copy"],
    body: (
      <div class="start">
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <SearchForm locale={locale} isLarge />
          <Examples locale={locale} />
        </section>
        <section class="about prose">
          <p>
            {text.about[locale]} {text.aboutUnknown[locale]}
          </p>
          <p>
            <a href={href(locale, paths.whatIf)}>{text.whatIf[locale]}</a>
          </p>
          <p>
            <a href={href(locale, paths.firms)}>{text.firms[locale]}</a>
          </p>
        </section>
        {counts.length === 0 ? null : (
          <section class="start-radar">
            <h2>{text.radarTitle[locale]}</h2>
            <HeadlineCounts counts={counts} locale={locale} />
            <p>
              <a href={href(locale, paths.radar)}>{text.radarLink[locale]}</a>
            </p>
          </section>
        )}
        {coming?.items.some(({ title }) => title !== null) !== true ? null : (
          <section class="start-coming">
            <h2>{text.feedTitle[locale]}</h2>
            <NextDay calendar={coming} locale={locale} />
            <p>
              <a href={href(locale, paths.feed)}>{text.feedLink[locale]}</a>
            </p>
          </section>
        )}
        <section class="start-agents">
          <h2>{text.agentsTitle[locale]}</h2>
          <p class="prose">{text.agents[locale]}</p>
          <CodeBlock id="mcp-endpoint" code={`${site.baseUrl}/api/mcp`} label={text.endpoint[locale]} locale={locale} />
          <p>
            <a href={href(locale, paths.docsAgents)}>{text.agentsLink[locale]}</a>
          </p>
        </section>
      </div>
    ),
  };
}

function Examples({ locale }: { locale: Locale }) {
  return (
    <div class="examples">
      <p id="examples">{text.examples[locale]}</p>
      <ul aria-labelledby="examples">
        {examples.map(({ name, country, ico }) => (
          <li>
            <a href={href(locale, firmPath(ico, country))}>{name}</a>{" "}
            <span class="meta">
              {country} {formatIco(ico)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function headlineCounts(request: PageRequest) {
  return asExtra(Promise.all(COUNTRIES.map((country) => request.ask(nis2Stats, { country, includeSectors: false }))));
}

function nextDays(request: PageRequest) {
  return asExtra(request.ask(regulatoryFeedCalendar, {}));
}

/** Optional content: the page works without it. */
async function asExtra<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return undefined;
    throw thrown;
  }
}
