import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { domainLines, domainNamed, lookUpProof, methodOf, ownedDomain, ownedDomainAnswer } from "./owned-domains.ts";
import { noSuchDomain } from "./scan-problems.ts";

/** Looks for the proof of a domain, now. */
export const domainVerify = defineCapability({
  name: "domain_verify",
  access: "organization",
  effect: "write",
  right: "manage",
  scope: "scan:write",
  input: z.strictObject({
    domain: z.string().describe("A domain of the organization."),
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Proof of a domain",
    description:
      "Looks for the proof of a domain in the DNS and on the site, now. A proof that held is ended when it is not found " +
      "three times in a row.",
    output: z.object({
      ...ownedDomain.shape,
      found: z.boolean().describe("The proof was found just now."),
      checked: z.boolean().describe("False where it could not be looked up: nothing is known, and nothing was noted."),
    }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/domain/{name}/verify",
      cost: { rows: ["person_write", "domain_verify"] },
      rename: { name: "domain" },
    },
  ],
  cli: {
    words: "domain verify",
    help: "look for the proof of a domain",
    positionals: ["domain"],
    lines: domainLines,
    err: ({ found, checked }) => (found ? [] : checked ? PROOF_NOT_FOUND : PROOF_NOT_CHECKED),
    exit: ({ found, checked }) => (found ? undefined : checked ? 1 : 3),
  },
  form: {
    cost: { rows: ["person_write", "domain_verify"] },
    path: "/organizations/:organizationId/domains/:domain/verify",
    leadsTo: ({ found, checked }) =>
      `/organizations/:organizationId/domains${found ? "" : `?look=${checked ? "not-found" : "not-checked"}`}`,
    done: ({ found }) => (found ? "confirmed" : null),
  },
  run: async ({ domain }, { store, write, organization, scans }) => {
    const owned = domainNamed(await store.domains(), domain, scans);
    const look = await lookUpProof(organization.id, owned, scans);
    const method = methodOf(look);
    if (method !== null && owned.verified_at === null) {
      await write(async ({ store: own, record }) => {
        await own.noteProof(owned.domain, method, scans.now());
        await record("domain.proved", { type: "domain", id: owned.domain }, { method });
      });
    } else if (method !== null) await store.noteProof(owned.domain, method, scans.now());
    const now = (await store.domains()).find((each) => each.domain === owned.domain);
    if (now === undefined) throw new ServiceError(noSuchDomain);
    return { ...ownedDomainAnswer(now, true), found: method !== null, checked: look !== "unknown" };
  },
});

const PROOF_NOT_CHECKED = [
  "The proof of ownership could not be looked up: the DNS did not answer.",
  "Try again later. What was proved before stays proved.",
] as const;

const PROOF_NOT_FOUND = [
  "The proof of ownership was found neither in the DNS nor on the site.",
  "Publish the TXT record or the file that dosah domain list prints, and try again.",
] as const;
