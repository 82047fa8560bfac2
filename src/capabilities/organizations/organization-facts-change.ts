import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { refuseImpossibleDays } from "../deadlines/stated-days.ts";
import { refuseForeignAnswers } from "../scope/answers-parameter.ts";
import { refuseUnknownActivities } from "../scope/scope-evaluate.ts";
import { changedFields, readIco, readStored, statedDatesFields, statedFactsFields } from "./stated-facts.ts";

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
    ...statedFactsFields,
    ...statedDatesFields,
    locale: localeParameter,
  }),
  check: (stated, services) => {
    const { knowledge } = services;
    refuseUnknownActivities(stated, knowledge);
    refuseForeignAnswers(stated.answers ?? {}, stated.country, knowledge.nis2);
    refuseImpossibleDays(stated, services);
  },
  run: async (
    { version, ico: typed, days, situations, ...said },
    { organization, person, knowledge, accounts, write },
  ) => {
    const { organizationId: _id, locale: _locale, ...fields } = said;
    const ico = readIco(typed);
    if (ico === undefined) throw new Refused([{ code: "ico_invalid", field: "ico" }]);
    const facts = { ...fields, ico: ico ?? "" };
    const dates = { ...(days === undefined ? {} : { days }), ...(situations === undefined ? {} : { situations }) };
    return write(async ({ store, record }) => {
      const row = await store.lockFacts();
      const before = readStored(row, knowledge);
      if ((row?.version ?? 0) !== version) throw new Refused([{ code: "changed_meanwhile" }]);
      const changed = [
        ...changedFields(before?.facts ?? {}, facts),
        ...changedFields({ ...before?.dates.days }, { ...days }).map((day) => `days.${day}`),
        ...changedFields({ situations: before?.dates.situations }, { situations }),
      ];
      // Two that save at once: the second one finds the first one's version.
      const isSaved = await store.saveFacts(version, {
        facts: JSON.stringify(facts),
        dates: JSON.stringify(dates),
        updated_at: accounts.now(),
        updated_by: person.accountId,
      });
      if (!isSaved) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("organization.facts_changed", { type: "organization", id: organization.id }, { fields: changed });
      return { changed };
    });
  },
});
