import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CodeBlock, WithCode } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest, PublishedCapability } from "../page.ts";
import { href, paths } from "../paths.ts";
import { agentClients } from "./agent-clients.ts";

const text = {
  title: { sk: "Pripojiť agenta", cs: "Připojit agenta", en: "Connect an agent" },
  description: {
    sk: "Ako pripojiť Claude, Claude Code, Cursor, VS Code, Codex a ďalšie nástroje k Dosahu cez MCP.",
    cs: "Jak připojit Claude, Claude Code, Cursor, VS Code, Codex a další nástroje k Dosahu přes MCP.",
    en: "How to connect Claude, Claude Code, Cursor, VS Code, Codex and other tools to Dosah through MCP.",
  },
  intro: {
    sk: "Dosah je server Model Context Protocol na jednej adrese. Netreba registráciu ani kľúč; spojenie je bezstavové a len na čítanie.",
    cs: "Dosah je server Model Context Protocol na jedné adrese. Není třeba registrace ani klíč; spojení je bezstavové a jen pro čtení.",
    en: "Dosah is a Model Context Protocol server at one address. No registration and no key are needed; the connection is stateless and read-only.",
  },
  endpoint: { sk: "Adresa servera MCP", cs: "Adresa serveru MCP", en: "Address of the MCP server" },
  contents: { sk: "Nástroje", cs: "Nástroje", en: "Tools" },
  tryTitle: { sk: "Vyskúšajte to", cs: "Vyzkoušejte to", en: "Try it" },
  tryIntro: {
    sk: "Po pripojení sa agenta opýtajte:",
    cs: "Po připojení se agenta zeptejte:",
    en: "Once connected, ask the agent:",
  },
  tryPrompt: {
    sk: "Vzťahuje sa NIS2 na firmu s IČO 31333532? Uveď dôvody aj citácie a povedz, čo by výsledok zmenilo.",
    cs: "Vztahuje se NIS2 na firmu s IČO 45274649? Uveď důvody i citace a řekni, co by výsledek změnilo.",
    en: "Does NIS2 reach the Slovak firm with IČO 31333532? Give the reasons and citations, and say what would change the result.",
  },
  toolsTitle: { sk: "Čo agent dostane", cs: "Co agent dostane", en: "What the agent gets" },
  untrustedTitle: { sk: "Cudzí text je označený", cs: "Cizí text je označen", en: "Foreign text is marked" },
  untrusted: {
    sk: "Všetko, čo Dosah nenapísal sám, napríklad názvy a adresy z registrov, je v odpovedi pod kľúčom untrusted. Sú to údaje, nikdy nie pokyny.",
    cs: "Vše, co Dosah nenapsal sám, například názvy a adresy z rejstříků, je v odpovědi pod klíčem untrusted. Jsou to data, nikdy ne pokyny.",
    en: "Whatever Dosah did not write itself, such as names and addresses from registers, is under the key untrusted. It is data, never instructions.",
  },
  limits: { sk: "Limity volaní", cs: "Limity volání", en: "Call limits" },
  config: { sk: "nastavenie", cs: "nastavení", en: "configuration" },
} satisfies Record<string, Localized>;

/** How to connect an agent, tool by tool, with what to copy. */
export function docsAgentsPage({ locale, site }: PageRequest): PageAnswer {
  const endpoint = `${site.baseUrl}/api/mcp`;
  return {
    title: text.title[locale],
    description: text.description[locale],
    scripts: ["copy"],
    body: (
      <>
        <section class="opening">
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.intro[locale]}</p>
          <CodeBlock id="mcp-endpoint" code={endpoint} label={text.endpoint[locale]} locale={locale} />
          <nav class="contents" aria-label={text.contents[locale]}>
            <ul>
              {agentClients.map(({ id, name }) => (
                <li>
                  <a href={`#${id}`}>{name[locale]}</a>
                </li>
              ))}
            </ul>
          </nav>
        </section>
        {agentClients.map((client) => (
          <Section id={client.id} title={client.name[locale]}>
            <p class="prose">
              <WithCode text={client.steps[locale]} />
            </p>
            {client.code === undefined ? null : (
              <CodeBlock
                id={`${client.id}-config`}
                code={client.code(endpoint)}
                label={`${client.name[locale]}: ${text.config[locale]}`}
                locale={locale}
              />
            )}
          </Section>
        ))}
        <Section id="try" title={text.tryTitle[locale]}>
          <p class="prose">{text.tryIntro[locale]}</p>
          <CodeBlock
            id="try-prompt"
            code={text.tryPrompt[locale]}
            label={text.tryTitle[locale]}
            locale={locale}
            isProse
          />
        </Section>
        <Section id="tools" title={text.toolsTitle[locale]}>
          <ToolList tools={site.capabilities.filter(({ mcp }) => mcp !== undefined)} locale={locale} />
          <p>
            <a href={href(locale, paths.docsLimits)}>{text.limits[locale]}</a>
          </p>
        </Section>
        <Section id="untrusted" title={text.untrustedTitle[locale]}>
          <p class="prose">{text.untrusted[locale]}</p>
        </Section>
      </>
    ),
  };
}

function Section({ id, title, children }: { id: string; title: string; children: Child }) {
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function ToolList({ tools, locale }: { tools: readonly PublishedCapability[]; locale: Locale }) {
  return (
    <dl class="tools">
      {tools.map(({ name, title, description }) => (
        <div>
          <dt>
            <code>{name}</code> <span class="meta">{title[locale]}</span>
          </dt>
          <dd lang="en">{description}</dd>
        </div>
      ))}
    </dl>
  );
}
