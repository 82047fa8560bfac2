import type { Localized } from "../../../core/locale.ts";

/** A program that can be connected: what to do there, and what to copy. */
interface Client {
  readonly id: string;
  readonly name: Localized;
  readonly steps: Localized;
  readonly code?: (endpoint: string) => string;
  /** The same with an API key, where the program can send one. */
  readonly withKey?: (endpoint: string) => string;
}

const same = (name: string): Localized => ({ sk: name, cs: name, en: name });

/** What a program fills in itself: `Bearer ${env:DOSAH_KEY}`. */
const bearer = (variable: string) => `Bearer \${${variable}}`;

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** In the order of the page. */
export const agentClients: readonly Client[] = [
  {
    id: "claude",
    name: same("Claude"),
    steps: {
      sk: "V nastaveniach otvorte Connectors, zvoľte Add custom connector a vložte adresu servera. Spojenie ide z internetu, takže adresa musí byť verejná.",
      cs: "V nastavení otevřete Connectors, zvolte Add custom connector a vložte adresu serveru. Spojení jde z internetu, takže adresa musí být veřejná.",
      en: "In the settings open Connectors, choose Add custom connector and paste the server’s address. The connection comes from the internet, so the address must be public.",
    },
    code: (endpoint) => endpoint,
  },
  {
    id: "claude-code",
    name: same("Claude Code"),
    steps: {
      sk: "V termináli spustite príkaz; stav ukáže `/mcp`.",
      cs: "V terminálu spusťte příkaz; stav ukáže `/mcp`.",
      en: "Run the command in a terminal; `/mcp` shows the state.",
    },
    code: (endpoint) => `claude mcp add --transport http dosah ${endpoint}`,
    withKey: (endpoint) =>
      `claude mcp add --transport http dosah ${endpoint} --header "Authorization: Bearer $DOSAH_KEY"`,
  },
  {
    id: "cursor",
    name: same("Cursor"),
    steps: {
      sk: "Vložte do súboru `~/.cursor/mcp.json`, alebo do `.cursor/mcp.json` v projekte.",
      cs: "Vložte do souboru `~/.cursor/mcp.json`, nebo do `.cursor/mcp.json` v projektu.",
      en: "Put this into `~/.cursor/mcp.json`, or into `.cursor/mcp.json` of a project.",
    },
    code: (endpoint) => json({ mcpServers: { dosah: { url: endpoint } } }),
    // The key stands in the environment, not in the file.
    withKey: (endpoint) =>
      json({ mcpServers: { dosah: { url: endpoint, headers: { Authorization: bearer("env:DOSAH_KEY") } } } }),
  },
  {
    id: "vs-code",
    name: same("VS Code"),
    steps: {
      sk: "Vložte do súboru `.vscode/mcp.json` v projekte, alebo použite príkaz `MCP: Add Server`.",
      cs: "Vložte do souboru `.vscode/mcp.json` v projektu, nebo použijte příkaz `MCP: Add Server`.",
      en: "Put this into `.vscode/mcp.json` of the workspace, or use the command `MCP: Add Server`.",
    },
    code: (endpoint) => json({ servers: { dosah: { type: "http", url: endpoint } } }),
    // VS Code asks for the key once and keeps it itself.
    withKey: (endpoint) =>
      json({
        inputs: [{ type: "promptString", id: "dosah-key", description: "Dosah API key", password: true }],
        servers: { dosah: { type: "http", url: endpoint, headers: { Authorization: bearer("input:dosah-key") } } },
      }),
  },
  {
    id: "codex",
    name: same("Codex"),
    steps: {
      sk: "Vložte do súboru `~/.codex/config.toml`, alebo spustite `codex mcp add dosah --url` s adresou servera.",
      cs: "Vložte do souboru `~/.codex/config.toml`, nebo spusťte `codex mcp add dosah --url` s adresou serveru.",
      en: "Put this into `~/.codex/config.toml`, or run `codex mcp add dosah --url` with the server’s address.",
    },
    code: (endpoint) => `[mcp_servers.dosah]\nurl = "${endpoint}"`,
  },
  {
    id: "others",
    name: { sk: "Iné nástroje", cs: "Jiné nástroje", en: "Other tools" },
    steps: {
      sk: "Stačí zadať adresu a prenos Streamable HTTP. Nástroju, ktorý vie len miestne servery (stdio), pomôže program `mcp-remote`:",
      cs: "Stačí zadat adresu a přenos Streamable HTTP. Nástroji, který umí jen místní servery (stdio), pomůže program `mcp-remote`:",
      en: "The address and the Streamable HTTP transport are all that is needed. For a tool that only knows local (stdio) servers, `mcp-remote` bridges the gap:",
    },
    code: (endpoint) => json({ mcpServers: { dosah: { command: "npx", args: ["-y", "mcp-remote", endpoint] } } }),
  },
];
