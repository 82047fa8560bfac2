import { z } from "zod";
import { addDays } from "../../core/calendar.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { recentUntil } from "../accounts/confirm-person.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { MOST_DAYS, shownKey, usualEnd } from "./issue-key.ts";

/** The keys of the signed-in person that work, without the keys. */
export const ownKeys = defineCapability({
  name: "own_keys",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, accounts, person, today }) => {
    const keys = await store.keys(accounts.now());
    const own = await store.organizations();
    return {
      keys: await Promise.all(keys.map((key) => shownKey(key, store, foreignText))),
      organizations: own.map(({ id, name }) => ({ id, untrusted: { name: foreignText(name) } })),
      usualEnd: usualEnd(today()),
      lastEnd: addDays(today(), MOST_DAYS),
      recentUntil: person.session === undefined ? null : recentUntil(person.session),
    };
  },
  cli: {
    words: "key list",
    help: "list the valid API keys of a person",
    lines: ({ keys }) =>
      keys.map(({ id, tail, scopes, untrusted }) => `${id}  …${tail}  ${scopes.join(" ")}  ${untrusted.name}`),
  },
});

/** Ends keys of a person: they fail at the next call. */
export const ownKeyRevoke = defineCapability({
  name: "own_key_revoke",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    keyId: z.string().optional().describe("Id of the key."),
    name: z.string().optional().describe("In its place: the name of the key."),
    all: z.boolean().default(false).describe("In their place: all keys of the person."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/keys/:keyId/revoke",
    leadsTo: "/account/keys",
    done: "revoked",
    gone: ({ untrusted }) => untrusted.gone,
  },
  run: async ({ keyId, name, all }, { accounts, write }) => {
    if (keyId === undefined && all === (name !== undefined)) throw new ServiceError(nameOrAll);
    return write(async ({ store, record }) => {
      const now = accounts.now();
      const chosen = (await store.keys(now)).filter((key) => all || key.id === keyId || key.name === name);
      if (chosen.length === 0) throw new ServiceError(keyId === undefined ? noKey : notYours);
      for (const { id } of chosen) {
        await store.revokeKey(id, now);
        await record("key.revoked", { type: "key", id });
      }
      const [first] = chosen;
      const gone = first === undefined || chosen.length > 1 ? null : foreignText(`${first.name} …${first.tail}`);
      return { revoked: chosen.map(({ id }) => id), untrusted: { gone } };
    });
  },
  cli: {
    words: "key revoke",
    help: "revoke API keys of a person",
    usage: "--email E (--name N | --all)",
    options: ["name", "all"],
    json: ({ revoked }) => ({ revoked }),
    lines: ({ revoked }) => revoked,
  },
});

const nameOrAll: Problem = {
  code: "invalid_arguments",
  field: "name",
  message: inEnglish("Give the name of a key or --all, not both."),
  nextStep: inEnglish("dosah key list lists the keys."),
};

const noKey: Problem = {
  code: "not_found",
  message: inEnglish("The person has no such valid key."),
  nextStep: nameOrAll.nextStep,
};
