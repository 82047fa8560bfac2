import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { shownKey } from "./issue-key.ts";

/** The keys of the signed-in person that work, without the keys. */
export const ownKeys = defineCapability({
  name: "own_keys",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, accounts }) => ({
    keys: (await store.keys(accounts.now())).map((key) => shownKey(key, foreignText)),
  }),
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
  form: { path: "/account/keys/:keyId/revoke", leadsTo: "/account/keys" },
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
      return { revoked: chosen.map(({ id }) => id) };
    });
  },
  cli: {
    words: "key revoke",
    help: "revoke API keys of a person",
    usage: "--email E (--name N | --all)",
    options: ["name", "all"],
    lines: ({ revoked }) => revoked,
  },
});

const nameOrAll: Problem = {
  code: "invalid_arguments",
  field: "name",
  message: {
    sk: "Zadajte názov kľúča, alebo --all, nie oboje.",
    cs: "Zadejte název klíče, nebo --all, ne obojí.",
    en: "Give the name of a key or --all, not both.",
  },
  nextStep: {
    sk: "Kľúče vypíše dosah key list.",
    cs: "Klíče vypíše dosah key list.",
    en: "dosah key list lists the keys.",
  },
};

const noKey: Problem = {
  code: "not_found",
  message: {
    sk: "Taký platný kľúč osoba nemá.",
    cs: "Takový platný klíč osoba nemá.",
    en: "The person has no such valid key.",
  },
  nextStep: nameOrAll.nextStep,
};
