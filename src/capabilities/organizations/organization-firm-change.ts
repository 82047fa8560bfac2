import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import type { OrganizationFacts } from "../../state/organization-facts.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { noteStated } from "../watch/look-at-organization.ts";
import { firmFields, firmIdOf, isSameFirm, lookUpFirm, readFirm } from "./firm.ts";
import { judgeToKeep } from "./kept-verdict.ts";
import { HANGING, type Hanging, hangingOn } from "./organization-firm.ts";

const keepOrClear = z.enum(["keep", "clear"]).optional();

/**
 * Gives an organization another firm, or none. Where something hangs on the former one and a choice is missing, nothing
 * changes and the answer names what hangs. Register, questionnaires, scans and suppliers stay; what proved the former
 * firm is forgotten.
 */
export const organizationFirmChange = defineCapability({
  name: "organization_firm_change",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    ...firmFields,
    version: z.coerce.number().int().optional().describe("Of the organization that was read; default: the stored one."),
    facts: keepOrClear.describe("What the organization stated for its verdict: keep or clear."),
    dates: keepOrClear.describe("The days from which its periods run: keep or clear."),
    domains: z.enum(["keep", "drop"]).optional().describe("Its proved domains: keep or drop."),
    locale: localeParameter,
  }),
  run: async ({ version, facts, dates, domains, country, ico, firm }, context) => {
    const { organization, store: read, write, accounts } = context;
    const named = readFirm({ firm, country, ico });
    const { copy, found } = await lookUpFirm(named, context);
    if (version !== undefined && version !== organization.version) throw new Refused([{ code: "changed_meanwhile" }]);
    const unchanged = { firm: firmIdOf(named), hangs: [], missing: [], isChanged: false };
    if (isSameFirm(named, organization) && organization.firm_other === null) return unchanged;
    if ((await read.trust.profile())?.state === "published")
      throw new Refused([{ code: "profile_published", field: "firm" }]);
    const hangs = await hangingOn(context);
    const choices: Partial<Record<Hanging, string>> = chosen({ facts, dates, domains });
    const missing = hangs.filter((part) => choices[part] === undefined);
    if (missing.length > 0) return { ...unchanged, hangs, missing };
    const at = accounts.now();
    await write(async ({ store, record }) => {
      const stored = await store.row();
      if (stored === undefined) throw new ServiceError(notYours);
      const row = await store.lockFacts();
      const profile = await store.trust.profile();
      if (profile?.state === "published") throw new Refused([{ code: "profile_published", field: "firm" }]);
      const isSame = stored.version === organization.version && (await sameHangs(hangs, { ...context, store }));
      if (!isSame) throw new Refused([{ code: "changed_meanwhile" }]);
      const left = row === undefined ? undefined : cleared(row, { facts, dates }, at);
      if (row !== undefined && left !== undefined && left !== row) await store.saveFacts(row.version, left);
      if (domains === "drop") for (const each of await store.domains()) await store.removeDomain(each.domain);
      await store.trust.forgetConfirmation();
      await store.trust.endOtherFirmProofs(named);
      await store.setFirm({ ...named, ...copy }, stored.version);
      const after = left === undefined || left === row ? row : { ...left, version: left.version + 1 };
      await store.keepVerdict(judgeToKeep({ ...named, row: after, rests: false, found }, context));
      const states = { before: { ...stored, row }, after: { ...stored, ...named, firm_other: null, row: after } };
      await noteStated(store, states, context, at);
      const target = { type: "organization", id: stored.id } as const;
      const fields = (["country", "ico"] as const).filter((field) => named[field] !== stored[field]);
      const details = Object.fromEntries(hangs.map((part) => [part, choices[part] ?? ""]));
      await record("organization.firm_changed", target, { fields, ...details });
    });
    return { firm: firmIdOf(named), hangs, missing: [], isChanged: true };
  },
  form: { cost: { rows: ["person_write"] }, path: "/organizations/:organizationId/firm" },
  cli: {
    words: "org firm",
    help: "give an organization another firm, or none",
    options: ["organizationId", "firm", "facts", "dates", "domains"],
    required: ["firm"],
    values: { firm: "FIRM" },
    lines: ({ firm, missing }) => (missing.length > 0 ? [] : [firm]),
    err: ({ missing }) =>
      missing.length === 0
        ? []
        : [`Nothing was changed. Say what becomes of: ${missing.map((each) => `--${each}`).join(", ")}.`],
    exit: ({ missing }) => (missing.length > 0 ? 2 : undefined),
  },
});

function chosen(choices: Readonly<Record<Hanging, string | undefined>>): Partial<Record<Hanging, string>> {
  return Object.fromEntries(HANGING.flatMap((part) => (choices[part] === undefined ? [] : [[part, choices[part]]])));
}

async function sameHangs(hangs: readonly Hanging[], context: Pick<OrganizationContext, "store" | "knowledge">) {
  return (await hangingOn(context)).join() === hangs.join();
}

/** What is left of the stated facts and days; the row itself where all of it is kept. */
function cleared(
  row: OrganizationFacts,
  { facts, dates }: { readonly facts: string | undefined; readonly dates: string | undefined },
  at: number,
): OrganizationFacts {
  if (facts !== "clear" && dates !== "clear") return row;
  return {
    ...row,
    facts: facts === "clear" ? "{}" : row.facts,
    dates: dates === "clear" ? "{}" : row.dates,
    updated_at: at,
  };
}
