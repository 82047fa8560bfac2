import type { Localized } from "../../../core/locale.ts";
import type { Role } from "../../../core/role.ts";

/** The roles in an organization, in words. */
export const ROLE_NAMES: Readonly<Record<Role, Localized>> = {
  owner: { sk: "vlastník", cs: "vlastník", en: "owner" },
  admin: { sk: "správca", cs: "správce", en: "administrator" },
  member: { sk: "člen", cs: "člen", en: "member" },
  viewer: { sk: "len na čítanie", cs: "jen ke čtení", en: "viewer" },
};

/** What each role may do, in one sentence. */
export const ROLE_MEANINGS: Readonly<Record<Role, Localized>> = {
  owner: {
    sk: "Všetko, aj určovať vlastníkov a správcov a zmazať organizáciu.",
    cs: "Všechno, i určovat vlastníky a správce a smazat organizaci.",
    en: "Everything, including owners, administrators and the deletion of the organization.",
  },
  admin: {
    sk: "Spravuje členov okrem vlastníkov a správcov, nastavenia a vidí záznam udalostí.",
    cs: "Spravuje členy kromě vlastníků a správců, nastavení a vidí záznam událostí.",
    en: "Manages members other than owners and administrators and the settings, and sees the audit log.",
  },
  member: {
    sk: "Vypĺňa evidenciu povinností a dotazníky a spúšťa skeny.",
    cs: "Vyplňuje evidenci povinností a dotazníky a spouští skeny.",
    en: "Fills in the obligation register and questionnaires, and starts scans.",
  },
  viewer: { sk: "Iba číta.", cs: "Jen čte.", en: "Reads only." },
};
