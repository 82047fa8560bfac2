import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken, isToken, newToken } from "../../identity/token.ts";
import { calendarByHash } from "../../state/calendars.ts";
import { listRegister } from "../../state/register-entries.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { registerIcs, revisedAt } from "../obligations/register-ics.ts";
import { registerRows } from "../obligations/register-rows.ts";

const ofOrganization = z.strictObject({ organizationId: organizationParameter, locale: localeParameter });

/** Whether a member has a calendar address; the address itself is not known here. */
export const calendarShow = defineCapability({
  name: "calendar_show",
  access: "organization",
  needsSession: true,
  input: ofOrganization,
  run: async (_input, { store }) => {
    const since = await store.calendarSince();
    return { createdAt: since === undefined ? null : new Date(since).toISOString() };
  },
});

/** Makes a calendar address; an older one ends. */
export const calendarCreate = defineCapability({
  name: "calendar_create",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: ofOrganization,
  form: { cost: { rows: ["person_write"] }, path: "/organizations/:organizationId/calendar" },
  run: async (_input, { organization, accounts, baseUrl, write }) => {
    const token = newToken();
    await write(async ({ store, record }) => {
      await store.setCalendar(hashToken(token), accounts.now());
      await record("calendar.created", { type: "organization", id: organization.id });
    });
    return { address: `${baseUrl}/calendar/${token}.ics` };
  },
});

/** Ends a calendar address. */
export const calendarRevoke = defineCapability({
  name: "calendar_revoke",
  access: "organization",
  effect: "write",
  needsSession: true,
  input: ofOrganization,
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/calendar/revoke",
    leadsTo: "/organizations/:organizationId/calendar",
    done: "revoked",
  },
  run: async (_input, { organization, store, write }) => {
    if ((await store.calendarSince()) === undefined) return { revoked: false };
    return write(async ({ store: own, record }) => {
      const revoked = await own.removeCalendar();
      await record("calendar.revoked", { type: "organization", id: organization.id });
      return { revoked };
    });
  },
});

/** The calendar of an address, for whatever program asks: no cookie, no key. Membership is read each time. */
export const calendarFile = defineCapability({
  name: "calendar_file",
  access: "visitor",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  run: async ({ token }, context) => {
    const { accounts, baseUrl } = context;
    const found = isToken(token) ? await calendarByHash(accounts.state, hashToken(token)) : undefined;
    if (found === undefined) throw new ServiceError(noCalendar);
    const { org_id: organizationId, org_name, locale } = found;
    const entries = await listRegister(accounts.state, organizationId);
    const content = registerIcs(registerRows(entries, context, locale), {
      organizationId,
      organizationName: foreignText(org_name),
      baseUrl,
      revisedAt: revisedAt(entries),
      locale,
    });
    return { content };
  },
});

const noCalendar: Problem = {
  code: "not_found",
  message: {
    sk: "Taký kalendár tu nie je.",
    cs: "Takový kalendář zde není.",
    en: "There is no such calendar.",
  },
  nextStep: {
    sk: "Novú adresu kalendára si vytvoríte na stránke organizácie.",
    cs: "Novou adresu kalendáře si vytvoříte na stránce organizace.",
    en: "You can make a new calendar address on the page of the organization.",
  },
};
