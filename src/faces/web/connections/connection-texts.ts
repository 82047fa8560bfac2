import type { Locale, Localized } from "../../../core/locale.ts";
import type { OauthScope } from "../../../core/oauth.ts";

/** What a scope lets an application do. */
export const SCOPE_TEXTS: Readonly<Record<OauthScope, Localized>> = {
  read: {
    sk: "čítať vaše organizácie, skeny a povinnosti",
    cs: "číst vaše organizace, skeny a povinnosti",
    en: "read your organizations, scans and obligations",
  },
  "scan:write": { sk: "spúšťať a mazať skeny", cs: "spouštět a mazat skeny", en: "start and delete scans" },
  "trust:write": {
    sk: "meniť návrh bezpečnostného profilu, nikdy ho nezverejniť",
    cs: "měnit návrh bezpečnostního profilu, nikdy ho nezveřejnit",
    en: "change the draft of your security profile; never publish it",
  },
  "register:write": {
    sk: "meniť záznamy v evidencii povinností",
    cs: "měnit záznamy v evidenci povinností",
    en: "change entries of your obligation register",
  },
  "watch:write": {
    sk: "meniť vaše zoznamy firiem a ich odbery",
    cs: "měnit vaše seznamy firem a jejich odběry",
    en: "change your lists of firms and their feeds",
  },
};

/** Through what an application reaches what is the person's. */
export const RESOURCE_TEXTS: Readonly<Record<"mcp" | "api", Localized>> = {
  mcp: { sk: "nástroje pre agentov (MCP)", cs: "nástroje pro agenty (MCP)", en: "tools for agents (MCP)" },
  api: { sk: "rozhranie REST", cs: "rozhraní REST", en: "REST interface" },
};

const CALLS_ITSELF: Localized = { sk: "hovorí si", cs: "říká si", en: "calls itself" };

/** An application by name: that of our list, or what it calls itself. */
export function clientName(knownAs: string | null, name: string, locale: Locale): string {
  if (knownAs !== null) return knownAs;
  return locale === "en" ? `${CALLS_ITSELF.en} “${name}”` : `${CALLS_ITSELF[locale]} „${name}“`;
}
