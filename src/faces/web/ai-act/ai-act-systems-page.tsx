import type { Localized } from "../../../core/locale.ts";
import { DocumentHead } from "../components/document-head.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

const text = {
  title: { sk: "Zoznam systémov AI", cs: "Seznam systémů AI", en: "List of AI systems" },
  description: {
    sk: "Systémy AI, ktoré ste zaradili podľa aktu o AI, s triedou a dňom. Zoznam je len vo vašom prehliadači.",
    cs: "Systémy AI, které jste zařadili podle aktu o AI, s třídou a dnem. Seznam je jen ve vašem prohlížeči.",
    en: "The AI systems that you classified under the AI Act, with class and day. The list is in your browser alone.",
  },
  where: {
    sk: "Zoznam je uložený len v tomto prehliadači, najviac 50 systémov. Nič z neho sa neposiela.",
    cs: "Seznam je uložen jen v tomto prohlížeči, nejvýše 50 systémů. Nic z něj se neodesílá.",
    en: "The list is kept in this browser alone, 50 systems at most. Nothing of it is sent.",
  },
  without: {
    sk: "Bez skriptu zoznam nevedieme: uložte si adresu každého výsledku medzi záložky. Otvorí sa s rovnakými odpoveďami.",
    cs: "Bez skriptu seznam nevedeme: uložte si adresu každého výsledku mezi záložky. Otevře se se stejnými odpověďmi.",
    en: "Without a script there is no list: bookmark the address of each result. It opens with the same answers.",
  },
  name: { sk: "Systém", cs: "Systém", en: "System" },
  class: { sk: "Trieda", cs: "Třída", en: "Class" },
  day: { sk: "Zaradené", cs: "Zařazeno", en: "Classified on" },
  empty: { sk: "Zatiaľ tu nič nie je.", cs: "Zatím tu nic není.", en: "There is nothing here yet." },
  csv: { sk: "Stiahnuť CSV", cs: "Stáhnout CSV", en: "Download CSV" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  clear: { sk: "Zmazať všetko", cs: "Smazat vše", en: "Delete all" },
  add: { sk: "Zaradiť ďalší systém", cs: "Zařadit další systém", en: "Classify another system" },
} satisfies Record<string, Localized>;

/** The systems that somebody classified, as their browser keeps them: name, address of the result, class, day. */
export function aiActSystemsPage({ locale, site }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    picture: "ai-act",
    description: text.description[locale],
    scripts: ["ai-systems", "copy"],
    body: (
      <article>
        <DocumentHead
          title={text.title[locale]}
          subject={null}
          address={`${site.baseUrl}${href(locale, paths.aiActSystems)}`}
          site={site}
          locale={locale}
        />
        <h1>{text.title[locale]}</h1>
        <p class="prose screen-only">{text.where[locale]}</p>
        <noscript>
          <p class="prose">{text.without[locale]}</p>
        </noscript>
        <div data-systems hidden>
          <p data-systems-empty hidden>
            {text.empty[locale]}
          </p>
          <table class="systems">
            <thead>
              <tr>
                <th scope="col">{text.name[locale]}</th>
                <th scope="col">{text.class[locale]}</th>
                <th scope="col">{text.day[locale]}</th>
              </tr>
            </thead>
            <tbody />
          </table>
          <p class="buttons screen-only">
            <button type="button" class="button is-quiet" data-systems-csv>
              {text.csv[locale]}
            </button>
            <button type="button" class="button is-quiet" data-print hidden>
              {text.print[locale]}
            </button>
            <button type="button" class="button is-quiet" data-systems-clear>
              {text.clear[locale]}
            </button>
          </p>
        </div>
        <p class="screen-only">
          <a href={href(locale, paths.aiAct)}>{text.add[locale]}</a>
        </p>
      </article>
    ),
  };
}
