import { z } from "zod";
import { hashBackupCode, newBackupCodes } from "../../identity/backup-code.ts";
import { newTotpSecret, totpAddress, totpStepOf } from "../../identity/totp.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { refuseLastFactor } from "./refuse-last-way.ts";

const current = z.string().describe("The password, or a code of the second factor.");

/** Whether the second factor is on; while it is being set up, the secret that the app needs. */
export const twoFactorStatus = defineCapability({
  name: "two_factor_status",
  access: "person",
  needsSession: true,
  openTo: ["set_up"],
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store: { own }, person, accounts }) => {
    const totp = await own.totp();
    if (totp === undefined) return { isOn: false, backupCodesLeft: 0, starting: null };
    if (totp.confirmed_at !== null) return { isOn: true, backupCodesLeft: await own.backupCodesLeft(), starting: null };
    const secret = accounts.sealing.open(totp.sealed, "totp");
    const email = person.session?.email ?? "";
    const starting = secret === undefined ? null : { secret, address: totpAddress(secret, email) };
    return { isOn: false, backupCodesLeft: 0, starting };
  },
});

/** Makes a new secret, which counts once a first code of it was shown. */
export const twoFactorStart = defineCapability({
  name: "two_factor_start",
  access: "person",
  needsSession: true,
  openTo: ["set_up"],
  effect: "write",
  input: z.strictObject({ current, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/two-factor/start",
    leadsTo: "/account/two-factor",
    done: "created",
  },
  run: async ({ current: typed }, context) => {
    await confirmPerson(context, typed, "always");
    const sealed = context.accounts.sealing.seal(newTotpSecret(), "totp");
    await context.write(async ({ store, record }) => {
      await store.own.startTotp(sealed);
      await record("two_factor.started", { type: "account", id: context.person.accountId });
    });
    return {};
  },
});

/** Switches the second factor on by its first code, and gives ten backup codes. */
export const twoFactorConfirm = defineCapability({
  name: "two_factor_confirm",
  access: "person",
  needsSession: true,
  openTo: ["set_up"],
  effect: "write",
  input: z.strictObject({ code: z.string(), current, locale: localeParameter }),
  form: { cost: { rows: ["person_write"] }, path: "/account/two-factor" },
  run: async ({ code, current: typed }, context) => {
    const { accounts, person, store, write } = context;
    const totp = await store.own.totp();
    if (totp === undefined || totp.confirmed_at !== null) throw new Refused([{ code: "two_factor_started_anew" }]);
    const secret = accounts.sealing.open(totp.sealed, "totp");
    const at = accounts.now();
    const step = secret === undefined ? undefined : totpStepOf(secret, code.replace(/\s/g, ""), at);
    if (step === undefined) throw new Refused([{ code: "code_wrong", field: "code" }]);
    await confirmPerson(context, typed);
    const codes = newBackupCodes();
    await write(async ({ store: { own }, record, mail }) => {
      if (!(await own.confirmTotp(totp.sealed, step, at))) throw new Refused([{ code: "two_factor_started_anew" }]);
      await own.setBackupCodes(hashesOf(codes));
      await record("two_factor.enabled", { type: "account", id: person.accountId });
      const { session } = person;
      if (session === undefined) return;
      if (await own.raiseSession(session.hash)) {
        await record("session.raised", { type: "account", id: person.accountId }, { method: "code" });
      }
      await mail({ to: session.email, locale: session.locale, kind: "two_factor_on" });
    });
    return { codes: [...codes] };
  },
});

/** Switches the second factor off. */
export const twoFactorOff = defineCapability({
  name: "two_factor_off",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ current, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/two-factor/off",
    leadsTo: "/account/two-factor",
    done: "ended",
  },
  run: async ({ current: typed }, context) => {
    await confirmPerson(context, typed, "always");
    const { accountId: id, session } = context.person;
    await context.write(async ({ store, record, mail }) => {
      await store.own.removeTotp();
      await refuseLastFactor(store.own, context.accounts);
      await record("two_factor.disabled", { type: "account", id });
      if (session !== undefined) await mail({ to: session.email, locale: session.locale, kind: "two_factor_off" });
    });
    return {};
  },
});

/** Replaces the backup codes by ten new ones. */
export const twoFactorCodes = defineCapability({
  name: "two_factor_codes",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ current, locale: localeParameter }),
  form: { cost: { rows: ["person_write"] }, path: "/account/two-factor/codes" },
  run: async ({ current: typed }, context) => {
    const totp = await context.store.own.totp();
    if ((totp?.confirmed_at ?? null) === null) throw new Refused([{ code: "two_factor_started_anew" }]);
    await confirmPerson(context, typed, "always");
    const codes = newBackupCodes();
    await context.write(async ({ store, record }) => {
      await store.own.setBackupCodes(hashesOf(codes));
      await record("two_factor.codes_renewed", { type: "account", id: context.person.accountId });
    });
    return { codes: [...codes] };
  },
});

function hashesOf(codes: readonly string[]): string[] {
  return codes.map((code) => hashBackupCode(code)).filter((hash) => hash !== undefined);
}
