import { expect } from "vitest";
import { addDomain, domainsOf, noteProof } from "../../src/state/domains.ts";
import { putFirmProof } from "../../src/state/firm-proofs.ts";
import { organizationById } from "../../src/state/organizations.ts";
import type { Install, Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { FIELDS, PRACTICES } from "./trust-answers.fixture.ts";
import type { Got } from "./visitor.fixture.ts";

export { FIELDS, PRACTICES };

/** An installation in which no limit is in the way and each browser has an address of its own. */
export const OPTIONS = { limits: GENEROUS, env: { TRUST_PROXY: "loopback" } } as const;

/** An installation with a published profile `slovnaft`. */
export async function publishedProfile(
  install: Install,
  more: Readonly<Record<string, string>> = {},
  options: Parameters<Install>[0] = OPTIONS,
) {
  const here = await install(options);
  const [owner, member] = [await person(here), await person(here)];
  const org = await organization(here, owner, { owner, member });
  await proveDomain(here, org);
  await proveFirm(here, org);
  const filled = await fillIn(owner, org, more);
  expect(filled, here.service.logged.slice(-3).join("\n")).toEqual([303, 303]);
  const got = await publish(owner, org);
  expect([got.status, got.errors]).toEqual([303, []]);
  return { here, owner, member, org, json: (path: string) => readJson(here, path) };
}

/** The status and the text of an answer. */
export async function readJson({ service }: Pick<Installation, "service">, path: string) {
  const response = await service.fetch(path, {});
  return { status: response.status, text: await response.text() };
}

const pathOf = (org: string, part = "") => `/en/organizations/${org}/trust-profile${part}`;

/** Sends a form of the editor as its page shows it, filled in. */
export function sendTrust(
  { browser }: PersonOfTest,
  org: string,
  part: string,
  fields: Readonly<Record<string, string>>,
  page = part,
): Promise<Got> {
  return browser.submit(pathOf(org, page), fields, pathOf(org, part));
}

/** Proves the domain of the organization. */
export async function proveDomain({ operator }: Pick<Installation, "operator">, org: string, domain = "slovnaft.sk") {
  const { state } = operator.opened;
  const at = NOW.getTime();
  if ((await domainsOf(state, org)).some((each) => each.domain === domain)) return;
  await addDomain({ db: state, orgId: org }, { domain, token: "token", added_by: "test" }, at);
  await noteProof({ db: state, orgId: org }, domain, "dns", at);
}

/** Notes that the website of the domain states the number of the organization. */
export async function proveFirm(
  { operator }: Pick<Installation, "operator">,
  org: string,
  domain = "slovnaft.sk",
): Promise<void> {
  const { state } = operator.opened;
  const named = await organizationById(state, org);
  if (named?.country == null || named.ico === null) throw new Error("the organization names no firm");
  const evidence = JSON.stringify({ domain, url: `https://${domain}/kontakt`, nameSeen: true });
  const proof = { country: named.country, ico: named.ico, method: "imprint", evidence, by: null } as const;
  await putFirmProof({ db: state, orgId: org }, proof, NOW.getTime());
}

/** Fills the draft in, area by area. */
export async function fillIn(someone: PersonOfTest, org: string, more: Readonly<Record<string, string>> = {}) {
  const first = await sendTrust(someone, org, "/profile", { ...FIELDS, contactAgreed: "1", ...more });
  const second = await sendTrust(someone, org, "/security_practices", PRACTICES);
  return [first.status, second.status];
}

/** Publishes the draft as it stands. */
export function publish(someone: PersonOfTest, org: string, fields: Readonly<Record<string, string>> = {}) {
  return sendTrust(someone, org, "/publish", { confirm: "1", ...fields });
}
