import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { faultOfPassword } from "../../identity/password-rules.ts";
import { hashToken, newToken } from "../../identity/token.ts";
import { organizationsOf } from "../../state/organizations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { sessionNeeded } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { orBusy, placeOf } from "./password-hashing.ts";

/** Changes the password, or gives one to a person who had none. Other sessions end, this one gets a new token. */
export const passwordChange = defineCapability({
  name: "password_change",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ current: z.string(), password: z.string(), locale: localeParameter }),
  run: async ({ current, password }, context) => {
    const { person, accounts, write } = context;
    const { session, accountId: id } = person;
    if (session === undefined) throw new Error("a password is changed by a signed-in person only");
    const organizations = await organizationsOf(accounts.state, id);
    const names = [session.name, ...organizations.map(({ name }) => name)];
    const fault = await faultOfPassword(password, session.email, accounts.isBreached, names);
    if (fault !== undefined) throw new Refused([{ code: fault, field: "password" }]);
    await confirmPerson(context, current, "always");
    const passwordHash = await orBusy(() => accounts.passwords.hash(password, placeOf(person)));
    const [token, at] = [newToken(), accounts.now()];
    await write(async ({ store: { own }, record, mail }) => {
      await own.lock();
      const former = (await own.sessions(at)).find(({ hash }) => hash === session.hash);
      // Whose session was ended while the password was hashed, by a reset or by the operator, changes nothing.
      if (former === undefined) throw new ServiceError(sessionNeeded);
      await own.setPassword(passwordHash, at);
      await own.endOtherSessions("");
      await own.endMailTokens();
      await own.addSession({
        hash: hashToken(token),
        stage: "full",
        assurance: former.assurance,
        created_at: at,
        seen_at: at,
        expires_at: former.expires_at,
        authenticated_at: at,
        ip_prefix: former.ip_prefix,
        agent: former.agent,
      });
      await record("account.password_changed", { type: "account", id });
      await mail({ to: session.email, locale: session.locale, kind: "password_changed" });
    });
    return { token };
  },
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/password",
    leadsTo: "/account",
    done: "saved",
    session: ({ token }) => token,
  },
});
