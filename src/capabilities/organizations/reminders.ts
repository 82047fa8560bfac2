import { z } from "zod";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const wanted = { reviews: z.boolean(), scans: z.boolean() };

/** What a member gets by mail of an organization; off until he says otherwise. */
export const reminderShow = defineCapability({
  name: "reminder_show",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { store }) => {
    const reminder = await store.reminder();
    return { reviews: reminder?.reviews === 1, scans: reminder?.scans === 1 };
  },
});

/** Says what one wants to get by mail. */
export const reminderChange = defineCapability({
  name: "reminder_change",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, ...wanted, locale: localeParameter }),
  form: {
    path: "/organizations/:organizationId/reminders",
    leadsTo: "/organizations/:organizationId/reminders?done=saved",
  },
  run: async ({ reviews, scans }, { organization, write }) => {
    await write(async ({ store, record }) => {
      await store.setReminder({ reviews: Number(reviews), scans: Number(scans) });
      await record("reminder.changed", { type: "organization", id: organization.id }, { reviews, scans });
    });
    return { reviews, scans };
  },
});
