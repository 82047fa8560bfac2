import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { domainNamed } from "./owned-domains.ts";

/** Removes a domain of an organization with its proof. Scans of it stay. */
export const domainRemove = defineCapability({
  name: "domain_remove",
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
    title: "Removal of a domain",
    description: "Removes a domain of an organization with its proof and its schedule. Scans of it stay.",
    output: z.object({ domain: z.string() }),
  },
  rest: [
    { method: "DELETE", path: "/api/v1/domain/{name}", cost: { rows: ["person_write"] }, rename: { name: "domain" } },
  ],
  cli: {
    words: "domain remove",
    help: "remove a domain of an organization",
    positionals: ["domain"],
    lines: ({ domain }) => [domain],
  },
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/domains/:domain/remove",
    leadsTo: "/organizations/:organizationId/domains",
    done: "removed",
    gone: ({ domain }) => domain,
  },
  run: async ({ domain }, { store, write, scans }) => {
    const owned = domainNamed(await store.domains(), domain, scans);
    return write(async ({ store: own, record }) => {
      await own.removeDomain(owned.domain);
      await record("domain.removed", { type: "domain", id: owned.domain });
      return { domain: owned.domain };
    });
  },
});
