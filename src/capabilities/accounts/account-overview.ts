import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { sessionNumber } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { LONGEST_SESSION_MS } from "./start-session.ts";
import { shownWay, waysOf } from "./ways.ts";

/** The account of the person: how he signs in, and where he is signed in. */
export const accountOverview = defineCapability({
  name: "account_overview",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
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
      appSince: isOn && totp.confirmed_at !== null ? new Date(totp.confirmed_at).toISOString() : null,
      ways: (await waysOf(own, account.id, accounts.now())).map(shownWay),
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
