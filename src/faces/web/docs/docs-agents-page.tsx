import type { Child } from "hono/jsx";
import type { ToolCapability } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CodeBlock, WithCode } from "../components/code-block.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
import { agentClients } from "./agent-clients.ts";

const text = {
  title: { sk: "Pripojiť agenta", cs: "Připojit agenta", en: "Connect an agent" },
  description: {
    sk: "Ako pripojiť Claude, Claude Code, Cursor, VS Code, Codex a ďalšie nástroje k službe Dosah cez MCP.",
    cs: "Jak připojit Claude, Claude Code, Cursor, VS Code, Codex a další nástroje ke službě Dosah přes MCP.",
    en: "How to connect Claude, Claude Code, Cursor, VS Code, Codex and other tools to Dosah through MCP.",
  },
  intro: {
    sk: "Dosah je server Model Context Protocol na jednej adrese. Verejné nástroje nepotrebujú registráciu ani kľúč; spojenie je bezstavové a len na čítanie.",
    cs: "Dosah je server Model Context Protocol na jedné adrese. Veřejné nástroje nepotřebují registraci ani klíč; spojení je bezstavové a jen pro čtení.",
    en: "Dosah is a Model Context Protocol server at one address. The public tools need no registration and no key; the connection is stateless and read-only.",
  },
  endpoint: { sk: "Adresa servera MCP", cs: "Adresa serveru MCP", en: "Address of the MCP server" },
  contents: { sk: "Nástroje", cs: "Nástroje", en: "Tools" },
  keyTitle: { sk: "Kľúč k vašim údajom", cs: "Klíč k vašim údajům", en: "A key to your own data" },
  keyWhat: {
    sk: "Nástroje my_organizations, my_scans, my_scan_detail a my_obligations čítajú to, čo patrí vašim organizáciám. Potrebujú kľúč API v hlavičke Authorization; bez neho ich agent ani nevidí.",
    cs: "Nástroje my_organizations, my_scans, my_scan_detail a my_obligations čtou to, co patří vašim organizacím. Potřebují klíč API v hlavičce Authorization; bez něj je agent ani nevidí.",
    en: "The tools my_organizations, my_scans, my_scan_detail and my_obligations read what belongs to your organizations. They need an API key in the Authorization header; without one the agent does not see them.",
  },
  keyGet: {
    sk: "Kľúč si vytvoríte v účte a zobrazí sa raz. Nepatrí do adresy ani do textu pre agenta. Čo smiete čítať vy, smie čítať aj on; keď z organizácie odídete, nevidí ju pri najbližšom volaní.",
    cs: "Klíč si vytvoříte v účtu a zobrazí se jednou. Nepatří do adresy ani do textu pro agenta. Co smíte číst vy, smí číst i on; když z organizace odejdete, při nejbližším volání už ji nevidí.",
    en: "You make a key in your account, and it is shown once. It belongs neither in an address nor in what you write to the agent. It reads what you may read; once you leave an organization, the next call sees nothing of it.",
  },
  keyMake: { sk: "Vytvoriť kľúč API", cs: "Vytvořit klíč API", en: "Create an API key" },
  keyConfig: { sk: "nastavenie s kľúčom", cs: "nastavení s klíčem", en: "configuration with a key" },
  signInTitle: { sk: "Agenti, ktorí sa prihlasujú", cs: "Agenti, kteří se přihlašují", en: "Agents that sign in" },
  signInWhat: {
    sk: "Na otázky o firmách a práve vložte verejnú adresu. Ak má agent vidieť vaše organizácie, vložte druhú: otvorí sa stránka služby Dosah, prihlásite sa, vyberiete organizácie a prístup povolíte. Verejné nástroje sú na nej tiež.",
    cs: "K otázkám o firmách a právu vložte veřejnou adresu. Má-li agent vidět vaše organizace, vložte druhou: otevře se stránka služby Dosah, přihlásíte se, vyberete organizace a přístup povolíte. Veřejné nástroje jsou na ní také.",
    en: "For questions about firms and law paste the public address. For your own organizations paste the other one: a page of Dosah opens, you sign in, choose organizations and allow the access. It has the public tools too.",
  },
  signInAddress: { sk: "Adresa s prihlásením", cs: "Adresa s přihlášením", en: "Address with sign-in" },
  signInFor: {
    sk: "Do týchto programov vložte ktorúkoľvek z dvoch adries:",
    cs: "Do těchto programů vložte kteroukoli z těch dvou adres:",
    en: "Into each of these paste either of the two addresses:",
  },
  signInSecret: {
    sk: "Gemini Enterprise potrebuje id a tajomstvo, ktoré vytvorí prevádzkovateľ.",
    cs: "Gemini Enterprise potřebuje id a tajemství, které vytvoří provozovatel.",
    en: "Gemini Enterprise needs an id and a secret that the operator makes.",
  },
  signInEnd: { sk: "Pripojené aplikácie", cs: "Připojené aplikace", en: "Connected applications" },
  tryTitle: { sk: "Vyskúšajte to", cs: "Vyzkoušejte to", en: "Try it" },
  tryIntro: {
    sk: "Po pripojení sa agenta opýtajte:",
    cs: "Po připojení se agenta zeptejte:",
    en: "Once connected, ask the agent:",
  },
  tryPrompt: {
    sk: "Vzťahuje sa NIS2 na firmu s IČO 36631124? Uveď dôvody aj citácie a povedz, čo by výsledok zmenilo.",
    cs: "Vztahuje se NIS2 na firmu s IČO 45274649? Uveď důvody i citace a řekni, co by výsledek změnilo.",
    en: "Does NIS2 reach the Slovak firm with IČO 36631124? Give the reasons and citations, and say what would change the result.",
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

/** Programs that open the page of consent by themselves when the second address is pasted. */
const SIGN_IN_CLIENTS = [
  "claude.ai",
  "Claude Desktop",
  "Claude Code",
  "ChatGPT",
  "Codex",
  "Copilot Studio",
  "Le Chat",
  "Gemini Enterprise",
  "Grok",
  "Cursor",
  "VS Code",
  "opencode",
  "mcp-remote",
  "MCP Inspector",
] as const;

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
              {site.agentsSignIn ? (
                <li>
                  <a href="#sign-in">{text.signInTitle[locale]}</a>
                </li>
              ) : null}
              <li>
                <a href="#key">{text.keyTitle[locale]}</a>
              </li>
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
        {site.agentsSignIn ? <SignIn endpoint={endpoint} locale={locale} /> : null}
        <Section id="key" title={text.keyTitle[locale]}>
          <p class="prose">{text.keyWhat[locale]}</p>
          <p class="prose">{text.keyGet[locale]}</p>
          <p>
            <a href={href(locale, privatePaths.keys)}>{text.keyMake[locale]}</a>
          </p>
          {agentClients.map(({ id, name, withKey }) =>
            withKey === undefined ? null : (
              <>
                <h3>{name[locale]}</h3>
                <CodeBlock
                  id={`${id}-key-config`}
                  code={withKey(endpoint)}
                  label={`${name[locale]}: ${text.keyConfig[locale]}`}
                  locale={locale}
                />
              </>
            ),
          )}
        </Section>
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
          <ToolList tools={site.tools} locale={locale} />
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

/** Which of the two addresses to paste, and for whom the second one works. */
function SignIn({ endpoint, locale }: { endpoint: string; locale: Locale }) {
  return (
    <Section id="sign-in" title={text.signInTitle[locale]}>
      <p class="prose">{text.signInWhat[locale]}</p>
      <CodeBlock
        id="mcp-account-endpoint"
        code={`${endpoint}/account`}
        label={text.signInAddress[locale]}
        locale={locale}
      />
      <p class="prose">
        {text.signInFor[locale]} {SIGN_IN_CLIENTS.join(", ")}.
      </p>
      <p class="prose">{text.signInSecret[locale]}</p>
      <p>
        <a href={href(locale, privatePaths.connections)}>{text.signInEnd[locale]}</a>
      </p>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: Child }) {
  return (
    <section class="section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function ToolList({ tools, locale }: { tools: readonly ToolCapability[]; locale: Locale }) {
  return (
    <dl class="tools">
      {tools.map(({ name, published: { title, description } }) => (
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
