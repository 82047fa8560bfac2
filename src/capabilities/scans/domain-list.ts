import { z } from "zod";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { domainLines, ownedDomain, ownedDomainAnswer } from "./owned-domains.ts";

/** The domains of an organization; what proves them only for those who may add domains. */
export const domainList = defineCapability({
  name: "domain_list",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Domains of an organization",
    description: "The domains that an organization of the key's owner claims, and whether their ownership is proved.",
    output: z.object({ domains: z.array(ownedDomain) }),
  },
  rest: [{ method: "GET", path: "/api/v1/domain", cost: { rows: ["person_read"] } }],
  cli: {
    words: "domain list",
    help: "list the domains of an organization with what proves them",
    lines: ({ domains }) => domains.flatMap(domainLines),
  },
  run: async (_input, { store, role }) => ({
    domains: (await store.domains()).map((owned) => ownedDomainAnswer(owned, hasRight(role, "manage"))),
  }),
});
