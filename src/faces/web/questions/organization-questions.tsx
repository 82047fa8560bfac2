import { calendarShow } from "../../../capabilities/organizations/calendar.ts";
import { invitationWithdraw } from "../../../capabilities/organizations/invitation-withdraw.ts";
import { organizationMembers } from "../../../capabilities/organizations/organization-members.ts";
import { domainList } from "../../../capabilities/scans/domain-list.ts";
import { domainRemove } from "../../../capabilities/scans/domain-remove.ts";
import { scanDetail } from "../../../capabilities/scans/scan-detail.ts";
import { scanRemove } from "../../../capabilities/scans/scan-remove.ts";
import { supplierRemove } from "../../../capabilities/suppliers/supplier-remove.ts";
import { supplierShow } from "../../../capabilities/suppliers/supplier-show.ts";
import { trustEvidenceRemove } from "../../../capabilities/trust/trust-evidence.ts";
import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import { trustShareRevoke, trustShares } from "../../../capabilities/trust/trust-shares.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { organizationPath } from "../paths.ts";
import { type Question, question } from "./question-page.tsx";

const since: Localized = { sk: "Adresu máte od", cs: "Adresu máte od", en: "You have it since" };

type Params = Readonly<Record<string, string>>;

/** A part of the organization that a path names. */
function part(name: string): Question["backTo"] {
  return ({ organizationId = "" }: Params) => organizationPath(organizationId, name);
}

export const invitationQuestion = question({
  title: { sk: "Zrušiť pozvánku pre", cs: "Zrušit pozvánku pro", en: "Withdraw the invitation for" },
  goes: {
    sk: "Odkaz z pozvánky prestane platiť hneď. Kto ju už prijal, členom ostane.",
    cs: "Odkaz z pozvánky přestane platit hned. Kdo ji už přijal, členem zůstane.",
    en: "The link of the invitation ends at once. Whoever accepted it before stays a member.",
  },
  stays: {
    sk: "Neskôr môžete tú istú adresu pozvať znova.",
    cs: "Později můžete tutéž adresu pozvat znovu.",
    en: "You can invite the same address again later.",
  },
  go: { sk: "Zrušiť pozvánku", cs: "Zrušit pozvánku", en: "Withdraw the invitation" },
  right: invitationWithdraw.right,
  backTo: part("/members"),
  read: async ({ params: { organizationId, invitationId }, ask }) => {
    const { invitations } = await ask(organizationMembers, { organizationId });
    const found = invitations.find(({ id }) => id === invitationId);
    return found === undefined ? null : { name: found.untrusted.email };
  },
});

export const calendarQuestion = question({
  title: { sk: "Zrušiť adresu kalendára", cs: "Zrušit adresu kalendáře", en: "End the calendar address" },
  goes: {
    sk: "Kalendáre, ktoré ju odoberajú, sa prestanú obnovovať. Tú istú adresu už nikto nedostane.",
    cs: "Kalendáře, které ji odebírají, se přestanou obnovovat. Tutéž adresu už nikdo nedostane.",
    en: "Calendars that subscribe to it stop refreshing. Nobody will get the same address again.",
  },
  stays: {
    sk: "Evidencia a jej termíny ostanú. Novú adresu si môžete vytvoriť kedykoľvek.",
    cs: "Evidence a její termíny zůstanou. Novou adresu si můžete vytvořit kdykoli.",
    en: "The register and its dates stay. You can make a new address at any time.",
  },
  go: { sk: "Zrušiť adresu", cs: "Zrušit adresu", en: "End the address" },
  backTo: part("/calendar"),
  read: async ({ locale, params: { organizationId }, ask }) => {
    const { createdAt } = await ask(calendarShow, { organizationId });
    const more =
      createdAt === null ? null : (
        <p class="meta">
          {since[locale]} <time datetime={createdAt}>{formatInstant(createdAt, locale)}</time>.
        </p>
      );
    return { name: null, more };
  },
});

export const domainQuestion = question({
  title: { sk: "Odstrániť doménu", cs: "Odstranit doménu", en: "Remove the domain" },
  goes: {
    sk: "Skončí sa jej overenie aj pravidelný sken. Ak doménou preukazujete totožnosť v bezpečnostnom profile, jeho stránka na to upozorní.",
    cs: "Skončí její ověření i pravidelný sken. Pokud doménou prokazujete totožnost v bezpečnostním profilu, jeho stránka na to upozorní.",
    en: "Its proof and its regular scan end. If the domain shows who you are in your security profile, its page will say so.",
  },
  stays: {
    sk: "Výsledky doterajších skenov ostanú.",
    cs: "Výsledky dosavadních skenů zůstanou.",
    en: "The results of earlier scans stay.",
  },
  go: { sk: "Odstrániť doménu", cs: "Odstranit doménu", en: "Remove the domain" },
  right: domainRemove.right,
  backTo: part("/domains"),
  read: async ({ params: { organizationId, domain }, ask }) => {
    const { domains } = await ask(domainList, { organizationId });
    const found = domains.find((each) => each.domain === domain);
    return found === undefined ? null : { name: found.domain };
  },
});

const cancelled = {
  title: { sk: "Zrušiť sken domény", cs: "Zrušit sken domény", en: "Cancel the scan of" },
  goes: {
    sk: "Sken sa nedokončí a výsledok nebude. Čo ste naň minuli z denného počtu, sa nevráti.",
    cs: "Sken se nedokončí a výsledek nebude. Co jste na něj vyčerpali z denního počtu, se nevrátí.",
    en: "The scan is not finished and has no result. What it took of the day's number is not given back.",
  },
  go: { sk: "Zrušiť sken", cs: "Zrušit sken", en: "Cancel the scan" },
} satisfies Record<string, Localized>;

export const scanQuestion = question({
  title: { sk: "Odstrániť sken domény", cs: "Odstranit sken domény", en: "Remove the scan of" },
  goes: {
    sk: "Zmaže sa výsledok, jeho súbory aj bod v histórii.",
    cs: "Smaže se výsledek, jeho soubory i bod v historii.",
    en: "The result, its files and its point in the history go.",
  },
  stays: {
    sk: "Doména a jej ostatné skeny ostanú.",
    cs: "Doména a její ostatní skeny zůstanou.",
    en: "The domain and its other scans stay.",
  },
  go: { sk: "Odstrániť sken", cs: "Odstranit sken", en: "Remove the scan" },
  right: scanRemove.right,
  backTo: ({ organizationId = "", scanId = "" }) => organizationPath(organizationId, `/scans/${scanId}`),
  read: async ({ params: { organizationId, scanId }, ask }) => {
    const { domain, status } = await ask(scanDetail, { organizationId, scanId });
    if (domain === null) return null;
    return status === "queued" || status === "running" ? { name: domain, words: cancelled } : { name: domain };
  },
});

export const supplierQuestion = question({
  title: { sk: "Odstrániť zo zoznamu dodávateľa", cs: "Odstranit ze seznamu dodavatele", en: "Remove the supplier" },
  goes: {
    sk: "Zmaže sa aj hodnotenie, poznámka a história.",
    cs: "Smaže se i hodnocení, poznámka a historie.",
    en: "The judgement, the note and the history go too.",
  },
  stays: {
    sk: "Čo dodávateľ zverejnil o sebe, ostane na jeho stránke.",
    cs: "Co dodavatel zveřejnil o sobě, zůstane na jeho stránce.",
    en: "What the supplier publishes stays on its own page.",
  },
  go: { sk: "Odstrániť zo zoznamu", cs: "Odstranit ze seznamu", en: "Remove from the list" },
  right: supplierRemove.right,
  backTo: ({ organizationId = "", supplier = "" }) => organizationPath(organizationId, `/suppliers/${supplier}`),
  read: async ({ params: { organizationId, supplier }, ask }) => {
    const { supplier: row } = await ask(supplierShow, { organizationId, supplier });
    return { name: row.untrusted.name ?? `${row.country} ${row.ico}` };
  },
});

export const shareQuestion = question({
  title: { sk: "Zrušiť odkaz pre", cs: "Zrušit odkaz pro", en: "Revoke the link for" },
  goes: {
    sk: "Kto má odkaz, uvidí už len to, čo je verejné.",
    cs: "Kdo má odkaz, uvidí už jen to, co je veřejné.",
    en: "Whoever has the link sees only what is public.",
  },
  stays: {
    sk: "Profil a ostatné odkazy ostanú.",
    cs: "Profil a ostatní odkazy zůstanou.",
    en: "The profile and the other links stay.",
  },
  go: { sk: "Zrušiť odkaz", cs: "Zrušit odkaz", en: "Revoke the link" },
  right: trustShareRevoke.right,
  backTo: part("/trust-profile/shares"),
  read: async ({ params: { organizationId, shareId }, ask }) => {
    const { shares } = await ask(trustShares, { organizationId });
    const found = shares.find(({ id }) => id === shareId);
    return found === undefined ? null : { name: found.untrusted.label, lastUsedAt: found.lastUsedAt };
  },
});

export const evidenceQuestion = question({
  title: { sk: "Odstrániť doklad", cs: "Odstranit doklad", en: "Remove the evidence" },
  goes: {
    sk: "Doklad zmizne z návrhu a jeho súbor hneď aj z verejnej adresy. Zverejnené vyhlásenie ukáže, že ho dodávateľ odstránil.",
    cs: "Doklad zmizí z návrhu a jeho soubor hned i z veřejné adresy. Zveřejněné prohlášení ukáže, že ho dodavatel odstranil.",
    en: "It leaves the draft, and its file its public address at once. The published statement says that the supplier removed it.",
  },
  stays: { sk: "Odpovede ostanú.", cs: "Odpovědi zůstanou.", en: "The answers stay." },
  go: { sk: "Odstrániť doklad", cs: "Odstranit doklad", en: "Remove the evidence" },
  right: trustEvidenceRemove.right,
  backTo: part("/trust-profile/evidence"),
  read: async ({ params: { organizationId, evidenceId }, ask }) => {
    const { draft } = await ask(trustOverview, { organizationId });
    const found = draft.evidence.find(({ id }) => id === evidenceId);
    return found === undefined ? null : { name: found.title };
  },
});
