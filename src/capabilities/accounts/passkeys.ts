import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { openChallenge, sealChallenge } from "./passkey-challenge.ts";
import { nameOf } from "./person-name.ts";
import { refuseLastFactor, refuseLastWay } from "./refuse-last-way.ts";

/** The passkeys of the person, and what a browser needs to make another one. */
export const passkeyList = defineCapability({
  name: "passkey_list",
  access: "person",
  needsSession: true,
  openTo: ["set_up"],
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store: { own }, person, accounts }) => {
    const passkeys = await own.passkeys();
    const { accountId: id, session } = person;
    const existing = passkeys.map(({ id: key, public_key: publicKey, counter }) => ({ id: key, publicKey, counter }));
    const account = { id, email: session?.email ?? "", name: session?.name ?? "" };
    const options = await accounts.passkeys.registrationOptions(account, existing);
    return {
      passkeys: passkeys.map(({ id: key, created_at, last_used_at, name }) => ({
        id: key,
        createdAt: new Date(created_at).toISOString(),
        lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
        untrusted: { name: foreignText(name) },
      })),
      options: JSON.stringify(options),
      challenge: sealChallenge(accounts, options.challenge, id),
    };
  },
});

/** Adds a passkey that the browser has made. */
export const passkeyAdd = defineCapability({
  name: "passkey_add",
  access: "person",
  needsSession: true,
  openTo: ["set_up"],
  effect: "write",
  input: z.strictObject({
    credential: z.string().describe("What the browser made, as JSON."),
    challenge: z.string(),
    name: z.string(),
    current: z.string(),
    locale: localeParameter,
  }),
  form: { cost: { rows: ["person_write"] }, path: "/account/passkeys", leadsTo: "/account/passkeys", done: "created" },
  run: async ({ credential, challenge: sealed, name: typed, current }, context) => {
    const { person, accounts, write } = context;
    const name = nameOf(typed);
    if (name === undefined) throw new Refused([{ code: "name_invalid", field: "name" }]);
    await confirmPerson(context, current);
    const refused = new Refused([{ code: "passkey_refused" }]);
    const once = openChallenge(accounts, sealed, person.accountId);
    if (once === undefined) throw refused;
    const result = await accounts.passkeys.register(credential, once.secret);
    if (result.kind === "refused") throw refused;
    const { id, publicKey, counter } = result.passkey;
    await write(async ({ store: { own }, record, mail }) => {
      const made = { id, public_key: publicKey, counter, name, created_at: accounts.now() };
      if (!(await own.spend(once)) || !(await own.addPasskey(made))) throw refused;
      await record("passkey.added", { type: "passkey", id });
      const { session, accountId } = person;
      if (session !== undefined && (await own.raiseSession(session.hash))) {
        await record("session.raised", { type: "account", id: accountId }, { method: "passkey" });
      }
      if (session !== undefined) await mail({ to: session.email, locale: session.locale, kind: "passkey_added" });
    });
    return {};
  },
});

/** Removes a passkey of the person. */
export const passkeyRemove = defineCapability({
  name: "passkey_remove",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ id: z.string(), current: z.string(), locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/passkeys/:id/remove",
    leadsTo: "/account/passkeys",
    done: "removed",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ id, current }, context) => {
    await confirmPerson(context, current);
    const passkey = (await context.store.own.passkeys()).find((each) => each.id === id);
    await context.write(async ({ store, record }) => {
      if (!(await store.own.removePasskey(id))) throw new ServiceError(notYours);
      await refuseLastWay(store.own, context.accounts);
      await refuseLastFactor(store.own, context.accounts);
      await record("passkey.removed", { type: "passkey", id });
    });
    return { untrusted: { gone: foreignText(passkey?.name ?? "") } };
  },
});
