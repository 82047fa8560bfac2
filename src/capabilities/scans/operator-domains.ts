import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { addDomain, domainsOf, noteProof, removeDomain } from "../../state/domains.ts";
import { organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import {
  claimable,
  domainNamed,
  lookUpProof,
  MOST_DOMAINS,
  newProofToken,
  ownedDomain,
  ownedDomainAnswer,
} from "./owned-domains.ts";
import { noSuchDomain, tooManyDomains } from "./scan-problems.ts";

const organization = z.string().describe("Id of the organization.");
const domain = z.string().describe("Host name of a public domain.");
const named = z.strictObject({ domain, organization, locale: localeParameter });

/** The operator adds a domain to an organization. */
export const operatorDomainAdd = defineCapability({
  name: "operator_domain_add",
  title: { sk: "Nová doména", cs: "Nová doména", en: "New domain" },
  description: "Adds a domain to an organization and gives what proves its ownership.",
  access: "operator",
  effect: "write",
  input: named,
  output: ownedDomain,
  run: async ({ domain: text, organization: id }, { operator: { accounts }, scans }) => {
    const { host } = claimable(text, scans);
    const { id: orgId } = await organizationOf(accounts.state, id);
    await accounts.state.transaction(async (tx) => {
      if ((await domainsOf(tx, orgId)).length >= MOST_DOMAINS) throw new ServiceError(tooManyDomains(MOST_DOMAINS));
      const made = { domain: host, token: newProofToken(), added_by: "operator" };
      if (!(await addDomain({ db: tx, orgId }, made, accounts.now()))) return;
      const target = { type: "domain", id: host } as const;
      await recordCommand(tx, { action: "domain.added", orgId, target }, accounts.now());
    });
    return ownedDomainAnswer(domainNamed(await domainsOf(accounts.state, orgId), host, scans), true);
  },
});

/** The operator lists the domains of an organization. */
export const operatorDomainList = defineCapability({
  name: "operator_domain_list",
  title: { sk: "Domény organizácie", cs: "Domény organizace", en: "Domains of an organization" },
  description: "The domains of an organization with what proves them.",
  access: "operator",
  input: z.strictObject({ organization, locale: localeParameter }),
  output: z.object({ domains: z.array(ownedDomain) }),
  run: async ({ organization: id }, { operator: { accounts } }) => {
    const { id: orgId } = await organizationOf(accounts.state, id);
    return { domains: (await domainsOf(accounts.state, orgId)).map((owned) => ownedDomainAnswer(owned, true)) };
  },
});

/** The operator looks for the proof of a domain. */
export const operatorDomainVerify = defineCapability({
  name: "operator_domain_verify",
  title: { sk: "Overenie domény", cs: "Ověření domény", en: "Proof of a domain" },
  description: "Looks for the proof of a domain of an organization, now.",
  access: "operator",
  effect: "write",
  input: named,
  output: z.object({ ...ownedDomain.shape, found: z.boolean().describe("The proof was found just now.") }),
  run: async ({ domain: text, organization: id }, { operator: { accounts }, scans }) => {
    const { id: orgId } = await organizationOf(accounts.state, id);
    const owned = domainNamed(await domainsOf(accounts.state, orgId), text, scans);
    const method = await lookUpProof(orgId, owned, scans);
    if (method !== null) {
      await accounts.state.transaction(async (tx) => {
        await noteProof({ db: tx, orgId }, owned.domain, method, accounts.now());
        // A proof that stood already is no event.
        if (owned.verified_at !== null) return;
        const target = { type: "domain", id: owned.domain } as const;
        await recordCommand(tx, { action: "domain.proved", orgId, target, details: { method } }, accounts.now());
      });
    }
    const now = domainNamed(await domainsOf(accounts.state, orgId), owned.domain, scans);
    return { ...ownedDomainAnswer(now, true), found: method !== null };
  },
});

/** The operator removes a domain of an organization. */
export const operatorDomainRemove = defineCapability({
  name: "operator_domain_remove",
  title: { sk: "Odstránenie domény", cs: "Odstranění domény", en: "Removal of a domain" },
  description: "Removes a domain of an organization with its proof.",
  access: "operator",
  effect: "write",
  input: named,
  output: z.object({ domain: z.string() }),
  run: async ({ domain: text, organization: id }, { operator: { accounts }, scans }) => {
    const { id: orgId } = await organizationOf(accounts.state, id);
    const owned = domainNamed(await domainsOf(accounts.state, orgId), text, scans);
    await accounts.state.transaction(async (tx) => {
      if (!(await removeDomain({ db: tx, orgId }, owned.domain))) throw new ServiceError(noSuchDomain);
      const target = { type: "domain", id: owned.domain } as const;
      await recordCommand(tx, { action: "domain.removed", orgId, target }, accounts.now());
    });
    return { domain: owned.domain };
  },
});

/** What `dosah domain verify` says where there is no proof. */
export const proofNotFound = {
  message: {
    sk: "Dôkaz vlastníctva sme nenašli ani v DNS, ani na webe.",
    cs: "Důkaz vlastnictví jsme nenašli ani v DNS, ani na webu.",
    en: "The proof of ownership was found neither in the DNS nor on the site.",
  },
  nextStep: {
    sk: "Zverejnite záznam TXT alebo súbor, ktorý vypíše dosah domain list, a skúste to znova.",
    cs: "Zveřejněte záznam TXT nebo soubor, který vypíše dosah domain list, a zkuste to znovu.",
    en: "Publish the TXT record or the file that dosah domain list prints, and try again.",
  },
} as const;
