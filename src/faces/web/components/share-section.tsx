import type { Country } from "../../../core/country.ts";
import type { Ico } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";
import { CodeBlock, CopyButton } from "./code-block.tsx";

const text = {
  title: { sk: "Uložiť a poslať ďalej", cs: "Uložit a sdílet", en: "Take it along" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  copyLink: { sk: "Kopírovať odkaz", cs: "Kopírovat odkaz", en: "Copy link" },
  address: { sk: "Adresa tejto stránky", cs: "Adresa této stránky", en: "Address of this page" },
  ask: { sk: "Opýtajte sa svojho agenta AI", cs: "Zeptejte se svého agenta AI", en: "Ask your agent" },
  askIntro: {
    sk: "Ak máte Dosah pripojený v nástroji s umelou inteligenciou, vložte doň tento text:",
    cs: "Máte-li Dosah připojený v nástroji s umělou inteligencí, vložte do něj tento text:",
    en: "If Dosah is connected to your AI tool, give it this:",
  },
  how: { sk: "Ako agenta pripojiť", cs: "Jak agenta připojit", en: "How to connect an agent" },
} satisfies Record<string, Localized>;

const prompts: Readonly<Record<Locale, (ico: Ico, country: Country) => string>> = {
  sk: (ico, country) =>
    `Zisti cez Dosah (nis2_scope_check), či sa NIS2 vzťahuje na firmu s IČO ${ico}, krajina ${country}. Vysvetli dôvody, povedz, ktoré fakty chýbajú, a vypíš ďalšie kroky s lehotami.`,
  cs: (ico, country) =>
    `Zjisti přes Dosah (nis2_scope_check), zda se NIS2 vztahuje na firmu s IČO ${ico}, země ${country}. Vysvětli důvody, řekni, které údaje chybí, a vypiš další kroky s lhůtami.`,
  en: (ico, country) =>
    `Find out through Dosah (nis2_scope_check) whether NIS2 reaches the firm with IČO ${ico}, country ${country}. Explain the reasons, say which facts are missing, and list the next steps with their deadlines.`,
};

/** Print, the link, and a question for an agent. The buttons appear where a script can serve them. */
export function ShareSection({
  locale,
  address,
  firm,
  ask,
  baseUrl,
}: {
  locale: Locale;
  address: string;
  firm?: { ico: Ico; country: Country };
  /** What to give an agent, where the page is not about a firm. */
  ask?: string;
  baseUrl: string;
}) {
  const prompt = firm === undefined ? ask : prompts[locale](firm.ico, firm.country);
  return (
    <section class="section take-away" aria-labelledby="take-title">
      <h2 id="take-title" class="take-away-title">
        {text.title[locale]}
      </h2>
      <p class="address">
        <span class="meta">{text.address[locale]}</span>
        <br />
        <a href={address}>{address}</a>
      </p>
      <div class="buttons">
        <CopyButton value={address} label={text.copyLink[locale]} locale={locale} />
        <button type="button" class="button is-quiet" data-print hidden>
          {text.print[locale]}
        </button>
      </div>
      {prompt === undefined ? null : (
        <details class="ask">
          <summary>{text.ask[locale]}</summary>
          <p>{text.askIntro[locale]}</p>
          <CodeBlock id="agent-prompt" code={prompt} label={text.ask[locale]} locale={locale} isProse />
          <p>
            <a href={href(locale, paths.docsAgents)}>{text.how[locale]}</a>{" "}
            <span class="meta">{`${baseUrl}/api/mcp`}</span>
          </p>
        </details>
      )}
    </section>
  );
}
