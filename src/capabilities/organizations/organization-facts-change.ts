import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { refuseImpossibleDays } from "../deadlines/stated-days.ts";
import { refuseForeignAnswers } from "../scope/answers-parameter.ts";
import { refuseUnknownActivities } from "../scope/scope-evaluate.ts";
import { noteStated } from "../watch/look-at-organization.ts";
import { factsRest, firmFields, isSameFirm, type NamedFirm, readFirm } from "./firm.ts";
import { foundInFile, judgeToKeep } from "./kept-verdict.ts";
import { changedFields, readStored, statedDatesFields, statedFactsFields } from "./stated-facts.ts";

/** Saves what an organization says of itself for its verdict. */
export const organizationFactsChange = defineCapability({
  name: "organization_facts_change",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    version: z.number().int().min(0).describe("Of what was read; 0: nothing was said yet."),
    country: firmFields.country.describe("That of the organization; another one is refused."),
    ico: firmFields.ico.describe("That of the organization; another one is refused."),
    ...statedFactsFields,
    ...statedDatesFields,
    locale: localeParameter,
  }),
  check: refuseImpossibleDays,
  run: async ({ version, country: typedCountry, ico: typedIco, days, situations, ...said }, context) => {
    const { organization, person, knowledge, accounts, write } = context;
    const { organizationId: _id, locale: _locale, ...facts } = said;
    refuseOtherFirm({ country: typedCountry, ico: typedIco }, organization);
    const { country } = organization;
    if (country === null) throw new Refused([{ code: "firm_elsewhere", field: "country" }]);
    refuseUnknownActivities({ ...facts, country }, knowledge);
    refuseForeignAnswers(facts.answers ?? {}, country, knowledge.nis2);
    const found = await foundInFile(organization, context);
    const dates = { ...(days === undefined ? {} : { days }), ...(situations === undefined ? {} : { situations }) };
    return write(async ({ store, record }) => {
      const row = await store.lockFacts();
      const before = readStored(row, knowledge);
      if ((row?.version ?? 0) !== version) throw new Refused([{ code: "changed_meanwhile" }]);
      const stored = await store.row();
      if (stored === undefined || !isSameFirm(stored, organization)) throw new Refused([{ code: "changed_meanwhile" }]);
      const changed = [
        ...changedFields(before.facts, facts),
        ...changedFields({ ...before.dates.days }, { ...days }).map((day) => `days.${day}`),
        ...changedFields({ situations: before.dates.situations }, { situations }),
      ];
      // Two that save at once: the second one finds the first one's version.
      const saved = {
        facts: JSON.stringify(facts),
        dates: JSON.stringify(dates),
        updated_at: accounts.now(),
        updated_by: person.accountId,
      };
      if (!(await store.saveFacts(version, saved))) throw new Refused([{ code: "changed_meanwhile" }]);
      const judged = { ...stored, row: { ...saved, version: version + 1 }, rests: factsRest(stored), found };
      await store.keepVerdict(judgeToKeep(judged, context));
      await noteStated(store, { before: { ...stored, row }, after: judged }, context, accounts.now());
      await record("organization.facts_changed", { type: "organization", id: organization.id }, { fields: changed });
      return { changed };
    });
  },
});

/** The firm may stand in the form, but only `/firm` changes it. @throws Refused `firm_elsewhere` */
function refuseOtherFirm(
  { country, ico }: { readonly country?: "SK" | "CZ" | "" | undefined; readonly ico?: string | undefined },
  organization: NamedFirm,
): void {
  if (country !== undefined && country !== (organization.country ?? "")) {
    throw new Refused([{ code: "firm_elsewhere", field: "country" }]);
  }
  const named =
    ico === undefined || ico.trim() === "" ? null : readFirm({ country: organization.country ?? "", ico }).ico;
  if (ico !== undefined && named !== organization.ico) throw new Refused([{ code: "firm_elsewhere", field: "ico" }]);
}
