import type { Locale, Localized } from "../../../core/locale.ts";
import { CodeBlock } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

const text = {
  title: { sk: "REST na príkladoch", cs: "REST na příkladech", en: "REST by example" },
  description: {
    sk: "Volania rozhrania REST služby Dosah, pripravené na skopírovanie.",
    cs: "Volání rozhraní REST služby Dosah, připravená ke zkopírování.",
    en: "Calls of Dosah’s REST interface, ready to copy.",
  },
  intro: {
    sk: "Rozhranie je verejné, bez kľúča. Odpovedá vo formáte JSON, chyby opisuje podľa RFC 9457. Jazyk textov určí parameter locale.",
    cs: "Rozhraní je veřejné, bez klíče. Odpovídá ve formátu JSON, chyby popisuje podle RFC 9457. Jazyk textů určí parametr locale.",
    en: "The interface is public and needs no key. It answers in JSON and describes errors as in RFC 9457. The parameter locale sets the language of texts.",
  },
  embed: { sk: "Vložiť do vlastnej stránky", cs: "Vložit do vlastní stránky", en: "Embed in your own page" },
  embedIntro: {
    sk: "Formulár na vašej stránke, ktorý sa opýta na IČO a vypíše odpoveď jednou vetou. Nesleduje nikoho a nenačíta nič okrem odpovede. Limit sa počíta každému návštevníkovi zvlášť.",
    cs: "Formulář na vaší stránce, který se zeptá na IČO a vypíše odpověď jednou větou. Nesleduje nikoho a nenačte nic kromě odpovědi. Limit se počítá každému návštěvníkovi zvlášť.",
    en: "A form on your page that asks for a company number and writes the answer as one sentence. It tracks nobody and loads nothing but the answer. The limit counts for each visitor alone.",
  },
  errors: { sk: "Keď odpoveď nie je", cs: "Když odpověď není", en: "When there is no answer" },
  errorsIntro: {
    sk: "Chyba má typ application/problem+json a v poliach detail a nextStep hovorí, čo je zle a čo ďalej. Po vyčerpaní limitu príde stav 429, keď register neodpovedá, 503; oba s hlavičkou Retry-After.",
    cs: "Chyba má typ application/problem+json a v polích detail a nextStep říká, co je špatně a co dál. Po vyčerpání limitu přijde stav 429, když rejstřík neodpovídá, 503; oba s hlavičkou Retry-After.",
    en: "An error is of type application/problem+json; its fields detail and nextStep say what is wrong and what to do. A used-up limit gives status 429, a silent register 503, both with the header Retry-After.",
  },
  reference: { sk: "Všetky cesty a polia", cs: "Všechny cesty a pole", en: "All paths and fields" },
  openapi: { sk: "Dokument OpenAPI", cs: "Dokument OpenAPI", en: "OpenAPI document" },
  command: { sk: "príkaz", cs: "příkaz", en: "command" },
} satisfies Record<string, Localized>;

/** One call, as it is shown and as a test makes it. */
export interface RestExample {
  readonly id: string;
  readonly title: Localized;
  readonly method: "GET" | "POST";
  /** Path with its query. */
  readonly path: string;
  readonly body?: unknown;
}

/** The examples of the page. A test makes every one of these calls. */
export const restExamples: readonly RestExample[] = [
  {
    id: "search",
    title: { sk: "Nájsť firmu podľa názvu", cs: "Najít firmu podle názvu", en: "Find a firm by name" },
    method: "GET",
    path: "/api/company-search?q=slovnaft",
  },
  {
    id: "scope",
    title: {
      sk: "Kategória firmy podľa IČO",
      cs: "Kategorie firmy podle IČO",
      en: "The category of a firm by its number",
    },
    method: "GET",
    path: "/api/scope-check?ico=31322832&country=SK&locale=en",
  },
  {
    id: "evaluate",
    title: {
      sk: "Zadať údaje: verdikt zo zadaných údajov",
      cs: "Zadat údaje: verdikt ze zadaných údajů",
      en: "What if: from stated facts",
    },
    method: "POST",
    path: "/api/scope-evaluate",
    body: { country: "CZ", nace: [{ code: "28.22", revision: "2.1" }], employees: 60 },
  },
  {
    id: "citations",
    title: {
      sk: "Overiť právne citácie v texte",
      cs: "Ověřit právní citace v textu",
      en: "Check the legal citations of a text",
    },
    method: "POST",
    path: "/api/citation-check",
    body: { text: "Article 21(2)(a) of Directive (EU) 2022/2555" },
  },
  {
    id: "stats",
    title: { sk: "Počty firiem", cs: "Počty firem", en: "Counts of firms" },
    method: "GET",
    path: "/api/opendata/nis2-stats?country=SK",
  },
];

/** REST by example: calls to copy into a terminal. */
export function docsRestPage({ locale, site }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <p class="links">
            <a href={href(locale, paths.docsApi)}>{text.reference[locale]}</a>
            <a href="/api/openapi.json">{text.openapi[locale]}</a>
          </p>
        </section>
        {restExamples.map((example) => (
          <section class="section" aria-labelledby={`${example.id}-title`}>
            <h2 id={`${example.id}-title`}>{example.title[locale]}</h2>
            <CodeBlock
              id={`${example.id}-command`}
              code={curl(example, site.baseUrl)}
              label={`${example.title[locale]}: ${text.command[locale]}`}
              locale={locale}
            />
          </section>
        ))}
        <section class="section" aria-labelledby="embed-title">
          <h2 id="embed-title">{text.embed[locale]}</h2>
          <p class="prose">{text.embedIntro[locale]}</p>
          <CodeBlock
            id="embed-code"
            code={embedSnippet(site.baseUrl, locale)}
            label={text.embed[locale]}
            locale={locale}
          />
        </section>
        <section class="section" aria-labelledby="errors-title">
          <h2 id="errors-title">{text.errors[locale]}</h2>
          <p class="prose">{text.errorsIntro[locale]}</p>
        </section>
      </>
    ),
  };
}

function curl({ method, path, body }: RestExample, baseUrl: string): string {
  if (method === "GET") return `curl '${baseUrl}${path}'`;
  return `curl '${baseUrl}${path}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
}

const embedText = {
  ask: { sk: "IČO firmy", cs: "IČO firmy", en: "Company number (IČO)" },
  submit: { sk: "Vzťahuje sa na ňu NIS2?", cs: "Vztahuje se na ni NIS2?", en: "Does NIS2 reach it?" },
} satisfies Record<string, Localized>;

/**
 * A form for a page of somebody else over `/api/embed/scope-check`. The answer is written as text, never as markup; a
 * test runs it.
 */
export function embedSnippet(baseUrl: string, locale: Locale): string {
  return `<form id="dosah">
  <label>${embedText.ask[locale]} <input name="ico" inputmode="numeric" required></label>
  <button>${embedText.submit[locale]}</button>
  <output></output>
</form>
<script>
  document.getElementById("dosah").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const query = new URLSearchParams({ ico: form.elements.ico.value, locale: "${locale}" });
    const response = await fetch("${baseUrl}/api/embed/scope-check?" + query);
    const answer = await response.json();
    form.querySelector("output").textContent = response.ok
      ? answer.headline + " " + answer.disclaimer
      : answer.detail + " " + answer.nextStep;
  });
</script>`;
}
