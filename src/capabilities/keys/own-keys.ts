import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { listedKey, shownKey } from "./issue-key.ts";

/** The keys of the signed-in person that work, without the keys. */
export const ownKeys = defineCapability({
  name: "own_keys",
  title: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  description: "Lists the valid API keys of the signed-in person, oldest first.",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({ keys: z.array(listedKey) }),
  web: { limits: [] },
  run: async (_input, { store, accounts }) => ({
    keys: (await store.keys(accounts.now())).map((key) => shownKey(key, foreignText)),
  }),
});

/** Ends a key of the signed-in person: it fails at the next call. */
export const ownKeyRevoke = defineCapability({
  name: "own_key_revoke",
  title: { sk: "Zrušenie kľúča API", cs: "Zrušení klíče API", en: "Revocation of an API key" },
  description: "Revokes an API key of the signed-in person.",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({ keyId: z.string(), locale: localeParameter }),
  output: z.object({}),
  web: { limits: [] },
  form: { path: "/account/keys/:keyId/revoke", leadsTo: "/account/keys" },
  run: async ({ keyId }, { accounts, write }) => {
    await write(async ({ store, record }) => {
      if (!(await store.revokeKey(keyId, accounts.now()))) throw new ServiceError(notYours);
      await record("key.revoked", { type: "key", id: keyId });
    });
    return {};
  },
});
