import { z } from "zod";
import { KEY_SCOPES } from "../../core/key-scope.ts";
import { confirmPerson } from "../accounts/confirm-person.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { issueKey } from "./issue-key.ts";

/** Issues a key to the signed-in person. The key itself is in the answer and nowhere else. */
export const ownKeyIssue = defineCapability({
  name: "own_key_issue",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    name: z.string().describe("1 to 60 characters; no two valid keys of a person share one."),
    scopes: z.array(z.enum(KEY_SCOPES)).default([]).describe("What it may do besides read."),
    expires: z.iso.date().optional().describe("Last day on which it works (UTC)."),
    once: z.string().min(1).max(100).optional().describe("Names the form: sent twice it issues one key."),
    current: z.string().default("").describe("Password or code, where the sign-in is not recent."),
    locale: localeParameter,
  }),
  form: { path: "/account/keys" },
  run: async ({ current, expires, once = null, ...asked }, context) => {
    const { accounts, write, store, today } = context;
    // The same form again changes nothing, so it asks for nothing either.
    if (once !== null && (await store.wasIssuedOnce(once))) return { issued: null };
    await confirmPerson(context, current);
    const at = { now: accounts.now(), today: today() };
    return write(async ({ store: own, record, mail }) => {
      const issued = await issueKey(own, { ...asked, expires, once }, at);
      if (issued === undefined) throw new IssuedBefore();
      const { scopes, ...shown } = issued;
      await record("key.issued", { type: "key", id: issued.id }, { expires: expires ?? null, scopes });
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
