import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { LOCALES } from "../../core/locale.ts";
import { sessionNumber } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_SESSION_MS } from "./start-session.ts";

const output = z.object({
  locale: z.enum(LOCALES),
  hasPassword: z.boolean(),
  twoFactor: z.object({ isOn: z.boolean(), backupCodesLeft: z.int() }),
  passkeys: z.int(),
  isLinked: z.boolean().describe("The identity provider of the operator signs this person in."),
  sessions: z.array(
    z.object({
      number: z.int().describe("Names the session in the form that ends it."),
      isThis: z.boolean(),
      startedAt: z.string(),
      seenAt: z.string(),
      ipPrefix: z.string().nullable(),
      agent: z.string().describe("Name of the browser, in our words."),
    }),
  ),
  untrusted: z.object({ name: z.string(), email: z.string() }),
});

export type AccountOverview = z.output<typeof output>;

/** The account of the person: how he signs in, and where he is signed in. */
export const accountOverview = defineCapability({
  name: "account_overview",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  web: { limits: [] },
  run: async (_input, { store: { own }, person, accounts }) => {
    const account = await own.get();
    if (account === undefined) throw new Error("the account of a session vanished");
    const [totp, left, passkeys, identities, sessions] = await Promise.all([
      own.totp(),
      own.backupCodesLeft(),
      own.passkeys(),
      own.identities(),
      own.sessions(accounts.now()),
    ]);
    const isOn = totp !== undefined && totp.confirmed_at !== null;
    return {
      locale: account.locale,
      hasPassword: account.password_hash !== null,
      twoFactor: { isOn, backupCodesLeft: isOn ? left : 0 },
      passkeys: passkeys.length,
      isLinked: identities.length > 0,
      sessions: sessions.map((session) => ({
        number: sessionNumber(session),
        isThis: session.hash === person.session?.hash,
        startedAt: new Date(session.expires_at - LONGEST_SESSION_MS).toISOString(),
        seenAt: new Date(session.seen_at).toISOString(),
        ipPrefix: session.ip_prefix,
        agent: session.agent,
      })),
      untrusted: { name: foreignText(account.name), email: foreignText(account.email) },
    };
  },
});
