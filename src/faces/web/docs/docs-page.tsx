import type { Localized } from "../../../core/locale.ts";
import { CodeBlock } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";

const text = {
  title: { sk: "Dokumentácia", cs: "Dokumentace", en: "Documentation" },
  description: {
    sk: "Ako pripojiť agenta umelej inteligencie, ako volať rozhranie REST, aké sú limity a ako Dosah rozhoduje.",
    cs: "Jak připojit agenta umělé inteligence, jak volat rozhraní REST, jaké jsou limity a jak Dosah rozhoduje.",
    en: "How to connect an AI agent, how to call the REST interface, what the limits are and how Dosah decides.",
  },
  self: { sk: "Vlastný Dosah", cs: "Vlastní Dosah", en: "Your own Dosah" },
  selfIntro: {
    sk: "Dosah je otvorený softvér. Na počítači s Node.js 20 alebo novším ho zo zdrojového kódu spustí:",
    cs: "Dosah je otevřený software. Na počítači s Node.js 20 nebo novějším ho ze zdrojového kódu spustí:",
    en: "Dosah is open-source software. On a machine with Node.js 20 or newer, this starts it from its source:",
  },
  selfLabel: { sk: "Príkaz na spustenie", cs: "Příkaz ke spuštění", en: "Start command" },
} satisfies Record<string, Localized>;

const chapters: readonly { readonly path: string; readonly name: Localized; readonly about: Localized }[] = [
  {
    path: paths.docsAgents,
    name: { sk: "Pripojiť agenta", cs: "Připojit agenta", en: "Connect an agent" },
    about: {
      sk: "Claude, Claude Code, Cursor, VS Code, Codex a ďalšie nástroje s MCP.",
      cs: "Claude, Claude Code, Cursor, VS Code, Codex a další nástroje s MCP.",
      en: "Claude, Claude Code, Cursor, VS Code, Codex and other tools that speak MCP.",
    },
  },
  {
    path: paths.docsRest,
    name: { sk: "REST na príkladoch", cs: "REST na příkladech", en: "REST by example" },
    about: {
      sk: "Volania, ktoré možno skopírovať do terminálu.",
      cs: "Volání, která lze zkopírovat do terminálu.",
      en: "Calls to copy into a terminal.",
    },
  },
  {
    path: paths.docsApi,
    name: { sk: "Referencia API", cs: "Reference API", en: "API reference" },
    about: {
      sk: "Každá cesta, parameter a pole odpovede.",
      cs: "Každá cesta, parametr a pole odpovědi.",
      en: "Every path, parameter and field of the answers.",
    },
  },
  {
    path: paths.docsLimits,
    name: { sk: "Limity", cs: "Limity", en: "Limits" },
    about: {
      sk: "Ako často sa možno pýtať a čo sa stane potom.",
      cs: "Jak často se lze ptát a co se stane potom.",
      en: "How often you may ask, and what happens after that.",
    },
  },
  {
    path: paths.docsMethodology,
    name: { sk: "Ako rozhodujeme", cs: "Jak rozhodujeme", en: "How we decide" },
    about: {
      sk: "Postup od údajov z registra ku kategórii, s citáciami.",
      cs: "Postup od údajů z rejstříku ke kategorii, s citacemi.",
      en: "From register data to a category, with citations.",
    },
  },
  {
    path: paths.docsOpenData,
    name: { sk: "Otvorené údaje", cs: "Otevřená data", en: "Open data" },
    about: {
      sk: "Pravidlá na stiahnutie, s verziou, licenciou a kontrolným súčtom.",
      cs: "Pravidla ke stažení, s verzí, licencí a kontrolním součtem.",
      en: "The rules for download, with version, licence and checksum.",
    },
  },
  {
    path: paths.changelog,
    name: { sk: "Zmeny pravidiel", cs: "Změny pravidel", en: "Changes to the rules" },
    about: {
      sk: "Čo sa zmenilo, odkedy a podľa ktorého ustanovenia.",
      cs: "Co se změnilo, odkdy a podle kterého ustanovení.",
      en: "What changed, from when, and under which provision.",
    },
  },
  {
    path: paths.sources,
    name: { sk: "Zdroje údajov", cs: "Zdroje dat", en: "Data sources" },
    about: {
      sk: "Ktoré registre máme a z ktorého dňa.",
      cs: "Které rejstříky máme a ze kterého dne.",
      en: "Which registers are loaded, and from which day.",
    },
  },
];

/** "How do I connect?": the way to each chapter, and how to run one's own. */
export function docsPage({ locale }: PageRequest): PageAnswer {
  return {
    title: text.title[locale],
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
        </section>
        <ul class="chapters">
          {chapters.map(({ path, name, about }) => (
            <li>
              <a href={href(locale, path)}>{name[locale]}</a>
              <p>{about[locale]}</p>
            </li>
          ))}
        </ul>
        <section class="section" aria-labelledby="self-title">
          <h2 id="self-title">{text.self[locale]}</h2>
          <p class="prose">{text.selfIntro[locale]}</p>
          <CodeBlock id="self-host" code="npm install && npm start" label={text.selfLabel[locale]} locale={locale} />
        </section>
      </>
    ),
  };
}
