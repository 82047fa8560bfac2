import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { actorOf } from "../contexts.ts";
import { domainLines, domainTyped, newProofToken, ownedDomain, ownedDomainAnswer } from "./owned-domains.ts";
import { noSuchDomain } from "./scan-problems.ts";
import { readAs, readAsSentence } from "./typed-domain.ts";

/** Adds a domain to an organization, with a token that proves it. */
export const domainAdd = defineCapability({
  name: "domain_add",
  access: "organization",
  effect: "write",
  right: "manage",
  scope: "scan:write",
  input: z.strictObject({
    domain: z
      .string()
      .describe("Host name of a public domain.")
      .meta({ examples: ["firma.sk"] }),
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "New domain",
    description:
      "Adds a domain to an organization and gives what proves its ownership. One that is there already keeps its token.",
    output: z.object({ ...ownedDomain.shape, added: z.boolean().describe("False: it was there already."), readAs }),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/domain",
      cost: { rows: ["person_write"], stock: ["domains"] },
      outcome: { statuses: [200, 201], of: ({ added }) => ({ status: added ? 201 : 200 }) },
      problems: ["opted_out"],
    },
  ],
  cli: {
    words: "domain add",
    help: "add a domain to an organization and print what proves it",
    positionals: ["domain"],
    json: ({ added: _added, readAs: _readAs, ...domain }) => domain,
    err: ({ domain, readAs: how }) => (how === null ? [] : [readAsSentence[how](domain).en]),
    lines: domainLines,
  },
  form: {
    cost: { rows: ["person_write"], stock: ["domains"] },
    path: "/organizations/:organizationId/domains",
    leadsTo: ({ readAs: how, domain }) =>
      `/organizations/:organizationId/domains${how === null ? "" : `?read=${how}&domain=${domain}`}`,
    done: ({ added }) => (added ? "created" : null),
  },
  run: async ({ domain }, { store, write, person, scans }) => {
    const { target, readAs } = domainTyped(domain, scans, person.keyId === undefined);
    const { host } = target;
    const before = await store.domains();
    const there = before.find((each) => each.domain === host);
    if (there !== undefined) return { ...ownedDomainAnswer(there, true), added: false, readAs };
    await write(async ({ store: own, record }) => {
      // Counted where nobody else adds one meanwhile.
      refuseBeyond("domains", (await own.domains()).length);
      const domain = { domain: host, token: newProofToken(), added_by: actorOf(person) ?? "operator" };
      if (!(await own.addDomain(domain, scans.now()))) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("domain.added", { type: "domain", id: host });
    });
    const made = (await store.domains()).find((each) => each.domain === host);
    if (made === undefined) throw new ServiceError(noSuchDomain);
    return { ...ownedDomainAnswer(made, true), added: true, readAs };
  },
});
