import { bareServices } from "../capabilities/bare-services.fixture.ts";
import { checkProfiles } from "../capabilities/trust/check-profiles.ts";
import { checkImprints, proveFormerProfiles } from "../capabilities/trust/firm-look.ts";
import { tellCustomers } from "../capabilities/trust/tell-customers.ts";
import { addDays } from "../core/calendar.ts";
import type { Company } from "../core/company.ts";
import type { Country } from "../core/country.ts";
import { type Day, dayOf } from "../core/day.ts";
import { newId } from "../core/random-id.ts";
import type { Role } from "../core/role.ts";
import { knowledge } from "../knowledge/shipped.fixture.ts";
import { addAccount } from "../state/accounts.ts";
import { addDomain, noteProof } from "../state/domains.ts";
import { type FirmMethod, putFirmProof } from "../state/firm-proofs.ts";
import {
  addMember,
  addOrganization,
  changeMembership,
  NO_COPY,
  organizationById,
  setFirm,
} from "../state/organizations.ts";
import { composedSql } from "../state/sql.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { lockTrustProfile, nextTrustRevision, publishTrustRevision } from "../state/trust-profiles.ts";

/** The domain that proves the identity of each supplier of these tests. */
export const DOMAIN = "firma.sk";

/** The morning of a day, in milliseconds since 1970. */
export const morningOf = (day: Day): number => Date.parse(`${day}T01:30:00Z`);

/** A mail as it lies in the state; the tests leave it unsealed. */
export interface MailOfTest {
  readonly to: string;
  readonly kind: string;
  readonly link: string;
  readonly counts?: Readonly<Record<string, number>>;
}

/** An organization with one member of each role, whose addresses begin with the role. @returns its id */
export async function organizationWithMembers(state: StateDatabase, name: string): Promise<string> {
  const orgId = newId("organization");
  const roles: readonly Role[] = ["owner", "admin", "member", "viewer"];
  for (const role of roles) {
    const id = newId("account");
    const email = `${role}@${name}.sk`;
    const rest = { name, locale: "sk", password_hash: null, email_verified_at: 1 } as const;
    await addAccount(state, { id, email, email_key: email, ...rest }, 1);
    if (role === "owner") {
      await addOrganization(state, { id: orgId, name, country: "SK", ico: null, created_by: id }, 1);
      continue;
    }
    await addMember(state, { accountId: id, orgId, role }, 1);
    await changeMembership(state, id, orgId, role, { at: 0, why: "role" });
  }
  return orgId;
}

/** Publishes a revision for an organization, valid for a year, with its domain proved on the day. */
export async function publishOn(
  state: StateDatabase,
  orgId: string,
  day: Day,
  { ico = "31322832", until = addDays(day, 365) }: { readonly ico?: string; readonly until?: Day } = {},
): Promise<void> {
  const at = morningOf(day);
  await addDomain({ db: state, orgId }, { domain: DOMAIN, token: "token", added_by: "test" }, at);
  await noteProof({ db: state, orgId }, DOMAIN, "dns", at);
  await state.transaction(async (tx) => {
    await lockTrustProfile({ db: tx, orgId }, "4.0.0", at);
    const revision = await nextTrustRevision({ db: tx, orgId });
    const untrusted = { name: "Firma", primaryDomain: null, answers: [] };
    const document = { type: "dosah-trust-profile/1", country: "SK", ico, identity: { method: "domain" }, untrusted };
    const snapshot = { document, onRequest: {}, provedDomain: DOMAIN };
    await publishTrustRevision(
      { db: tx, orgId },
      {
        revision,
        questionnaire_version: "4.0.0",
        snapshot: JSON.stringify(snapshot),
        canonical_sha256: "",
        jws: "{}",
        key_id: "2026-a",
        published_at: at,
        published_by: "test",
        ip_prefix: null,
        consent_version: "1",
        valid_until: until,
      },
      {
        slug: `firma-${ico}`,
        country: "SK",
        ico,
        identity_method: "domain",
        identity_checked_at: at,
        published_at: at,
      },
    );
  });
}

/** Makes an organization name a firm. */
export async function nameFirm(state: StateDatabase, orgId: string, ico: string): Promise<void> {
  await state.run(
    composedSql("UPDATE organization SET name = 'Firma', country = 'SK', ico = ? WHERE id = ?"),
    ico,
    orgId,
  );
}

/** Makes an organization the firm of a number, which the given method proves on the day. */
export async function proveFirm(
  state: StateDatabase,
  orgId: string,
  day: Day,
  method: FirmMethod,
  ico = "31322832",
): Promise<void> {
  const version = (await organizationById(state, orgId))?.version ?? 0;
  await setFirm({ db: state, orgId }, { country: "SK", ico, ...NO_COPY }, version);
  const evidence = { note: "", domain: DOMAIN, url: `https://${DOMAIN}/kontakt`, nameSeen: true };
  const proof = { country: "SK", ico, method, evidence: JSON.stringify(evidence), by: null } as const;
  await putFirmProof({ db: state, orgId }, proof, morningOf(day));
}

/** What the nightly job does, on a day. `onMail` is called with each mail before it is stored. */
export async function night(
  state: StateDatabase,
  day: Day,
  onMail: () => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const options = optionsOf(state, onMail);
  const now = () => morningOf(day);
  await checkProfiles(options, now, signal);
  await tellCustomers(state, now, signal);
}

/** The nightly job, every day from one to another, both included. */
export async function nights(state: StateDatabase, from: Day, to: Day): Promise<void> {
  for (let day = from; day <= to; day = addDays(day, 1)) await night(state, day);
}

/** Every mail that was put on the list so far, in the order of the addresses and kinds. */
export async function mailsIn(state: StateDatabase): Promise<readonly MailOfTest[]> {
  const rows = await state.all<{ sealed: string; created_at: number }>(
    composedSql("SELECT sealed, created_at FROM mail ORDER BY created_at"),
  );
  return rows.map(({ sealed }) => JSON.parse(sealed));
}

/** The mails of an owner, as day and kind: `2027-10-03 profile_expiring`. */
export async function datedMailsOf(state: StateDatabase, name: string): Promise<readonly string[]> {
  const rows = await state.all<{ sealed: string; created_at: number }>(
    composedSql("SELECT sealed, created_at FROM mail ORDER BY created_at"),
  );
  return rows.flatMap(({ sealed, created_at: at }) => {
    const { to, kind, counts = {} }: MailOfTest = JSON.parse(sealed);
    if (to !== `owner@${name}.sk`) return [];
    const said = Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([word, count]) => ` ${word} ${count}`)
      .join("");
    return [`${dayOf(new Date(at))} ${kind}${said}`];
  });
}

function optionsOf(state: StateDatabase, onMail: () => void = () => undefined) {
  return {
    state,
    sealing: () => ({
      seal: (text: string) => {
        onMail();
        return text;
      },
    }),
    baseUrl: "https://dosah.sk",
    registerName: async () => "Firma, a. s.",
    trust: {
      foundByIco: "imprint" as const,
      sign: async () => ({ jws: { protected: "", signature: "" }, keyId: "2026-a", sha256: "" }),
    },
  };
}

function firmOf(ico: string, country: Country): Company {
  const unknown = { address: null, foundedOn: null, ceasedOn: null, legalForm: null, sizeCode: null, headcount: null };
  const rest = { ...unknown, nace: [], registerVerdict: null, provenance: [] };
  return { country, ico, name: "Firma, a. s.", status: "active", ...rest };
}

/** Services in which every firm is in the register, and whose websites state the numbers that `isStated` names. */
function lookOptions(state: StateDatabase, isStated: (ico: string) => boolean) {
  const bare = bareServices(knowledge);
  const services = {
    registers: {
      ...bare.registers,
      find: async (ico: string, country: Country) => ({ kind: "found", company: firmOf(ico, country) }) as const,
    },
    scans: {
      ...bare.scans,
      readTarget: (host: string) => ({ host, registrable: host }),
      lookForImprint: async (_target: unknown, { ico }: { readonly ico: string }) =>
        isStated(ico)
          ? ({ outcome: "found", url: `https://${DOMAIN}/`, nameSeen: true } as const)
          : ({ outcome: "absent", pages: [] } as const),
    },
  };
  return { ...optionsOf(state), services };
}

/** The look of the first start, on a day. */
export function lookOnce(state: StateDatabase, day: Day, isStated: (ico: string) => boolean): Promise<void> {
  return proveFormerProfiles(lookOptions(state, isStated), () => morningOf(day), new AbortController().signal);
}

/** The look of every night, on a day. */
export function lookAgain(state: StateDatabase, day: Day, isStated: (ico: string) => boolean): Promise<void> {
  return checkImprints(lookOptions(state, isStated), () => morningOf(day), new AbortController().signal);
}
