import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import type { Day } from "../../core/day.ts";
import { KEY_SCOPES } from "../../core/key-scope.ts";
import { REACHES } from "../../core/oauth.ts";
import { formatDay } from "../../core/text.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { chosenOrganizations } from "../organizations/chosen-organizations.ts";
import { issueKey, MOST_DAYS } from "./issue-key.ts";

const atMost = (day: Day) => ({
  sk: `najneskôr ${formatDay(day, "sk")}`,
  cs: `nejpozději ${formatDay(day, "cs")}`,
  en: `at the latest ${formatDay(day, "en")}`,
});

/** Issues a key to the signed-in person. The key itself is in the answer and nowhere else. */
export const ownKeyIssue = defineCapability({
  name: "own_key_issue",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    name: z.string().describe("1 to 60 characters; no two valid keys of a person share one."),
    scopes: z.array(z.enum(KEY_SCOPES)).default([]).describe("What it may do besides read."),
    expires: z
      .union([z.iso.date(), z.literal("never")])
      .optional()
      .describe("Last day on which it works (UTC); default: 365 days on. The command line takes never, too."),
    reach: z.enum(REACHES).default("all").describe("Which organizations of the person it reaches."),
    organization: z.array(z.string()).max(1_000).default([]).describe("Ids, with reach chosen."),
    once: z.string().min(1).max(100).optional().describe("Names the form: sent twice it issues one key."),
    current: z.string().default("").describe("Password or code, where the sign-in is not recent."),
    locale: localeParameter,
  }),
  form: { cost: { rows: ["person_write"] }, path: "/account/keys" },
  run: async ({ current, expires, reach, organization, once = null, ...asked }, context) => {
    const { accounts, write, store, today, person } = context;
    // The same form again changes nothing, so it asks for nothing either.
    if (once !== null && (await store.wasIssuedOnce(once))) return { issued: null };
    const isTooFar = expires === "never" || (expires !== undefined && expires > addDays(today(), MOST_DAYS));
    // On the machine itself the operator decides.
    if (isTooFar && person.operator === undefined) {
      throw new Refused([{ code: "date_invalid", field: "expires", why: atMost(addDays(today(), MOST_DAYS)) }]);
    }
    const organizations = reach === "all" ? undefined : await chosenOrganizations(store, organization);
    await confirmPerson(context, current);
    const at = { now: accounts.now(), today: today() };
    return write(async ({ store: own, record, mail }) => {
      const issued = await issueKey(
        own,
        { ...asked, expires, once, ...(organizations === undefined ? {} : { organizations }) },
        at,
      );
      if (issued === undefined) throw new IssuedBefore();
      const { scopes, lastDay, ...shown } = issued;
      const details = { expires: lastDay, scopes, reach, organizations: organizations?.length ?? null };
      await record("key.issued", { type: "key", id: issued.id }, details);
      const account = await own.account();
      if (account !== undefined) await mail({ to: account.email, locale: account.locale, kind: "key_issued" });
      return { issued: shown };
    }).catch((thrown: unknown) => {
      if (thrown instanceof IssuedBefore) return { issued: null };
      throw thrown;
    });
  },
  cli: {
    words: "key issue",
    help: "issue an API key and print it once",
    options: ["name", "scopes", "expires"],
    fixed: { name: "dosah key issue" },
    json: ({ issued }) => issued,
    lines: ({ issued }) => (issued === null ? [] : [issued.key]),
  },
});

/** The same form came twice at once, and the other one was faster: this transaction writes nothing. */
class IssuedBefore extends Error {}
