import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { KEY_SCOPES } from "../../core/key-scope.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { hashApiKey, newApiKey, tailOf } from "../../identity/api-key.ts";
import { lockAccount } from "../../state/accounts.ts";
import {
  addApiKey,
  apiKeysOf,
  countApiKeys,
  MOST_KEYS,
  revokeAllApiKeys,
  revokeApiKeyByName,
} from "../../state/api-keys.ts";
import { accountOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const DAY_MS = 86_400_000;

const email = z.string().describe("E-mail address of the person's account.");

const keyName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name));

/** Issues an API key to a person. The key itself is in the answer and nowhere else. */
export const keyIssue = defineCapability({
  name: "key_issue",
  title: { sk: "Nový kľúč API", cs: "Nový klíč API", en: "New API key" },
  description: "Issues an API key to a person and shows it once.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    email,
    name: keyName.default("dosah key issue").describe("1 to 60 characters; no two valid keys of a person share one."),
    scopes: z.array(z.enum(KEY_SCOPES)).default([]).describe("What it may do besides read."),
    expires: z.iso.date().optional().describe("Last day on which it works (UTC)."),
    locale: localeParameter,
  }),
  output: z.object({ id: z.string(), key: z.string(), tail: z.string(), expiresAt: z.string().nullable() }),
  run: async ({ email: address, name, scopes: wanted, expires }, { operator: { accounts }, today }) => {
    if (expires !== undefined && expires < today()) throw new ServiceError(pastDay);
    const account = await accountOf(accounts.state, address);
    const key = newApiKey();
    const [id, at] = [newId("apiKey"), accounts.now()];
    const expiresAt = expires === undefined ? null : Date.parse(`${expires}T00:00:00Z`) + DAY_MS;
    const scopes = KEY_SCOPES.filter((scope) => scope === "read" || wanted.includes(scope));
    await accounts.state.transaction(async (tx) => {
      // Two keys that are issued at once must not both be the twentieth, or bear one name.
      await lockAccount(tx, account.id);
      if ((await countApiKeys(tx, account.id, at)) >= MOST_KEYS) throw new ServiceError(tooManyKeys);
      if ((await apiKeysOf(tx, account.id, at)).some((each) => each.name === name)) throw new ServiceError(nameTaken);
      const made = { id, accountId: account.id, name, scopes, hash: hashApiKey(key), tail: tailOf(key), expiresAt };
      await addApiKey(tx, { ...made, once: null }, at);
      const target = { type: "key", id } as const;
      await recordCommand(
        tx,
        { action: "key.issued", actorId: account.id, target, details: { expires: expires ?? null, scopes } },
        at,
      );
    });
    return { id, key, tail: tailOf(key), expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  },
});

/** Lists the valid keys of a person, without the keys. */
export const keyList = defineCapability({
  name: "key_list",
  title: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  description: "Lists the valid API keys of a person.",
  access: "operator",
  input: z.strictObject({ email, locale: localeParameter }),
  output: z.object({
    keys: z.array(
      z.object({
        id: z.string(),
        tail: z.string(),
        scopes: z.array(z.enum(KEY_SCOPES)),
        createdAt: z.string(),
        expiresAt: z.string().nullable(),
        lastUsedAt: z.string().nullable(),
        untrusted: z.object({ name: z.string() }),
      }),
    ),
  }),
  run: async ({ email: address }, { operator: { accounts } }) => {
    const account = await accountOf(accounts.state, address);
    const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      keys: (await apiKeysOf(accounts.state, account.id, accounts.now())).map((key) => ({
        id: key.id,
        tail: key.tail,
        scopes: [...key.scopes],
        createdAt: new Date(key.created_at).toISOString(),
        expiresAt: instant(key.expires_at),
        lastUsedAt: instant(key.last_used_at),
        untrusted: { name: foreignText(key.name) },
      })),
    };
  },
});

/** Revokes a key by its name, or all keys of a person. */
export const keyRevoke = defineCapability({
  name: "key_revoke",
  title: { sk: "Zrušenie kľúča API", cs: "Zrušení klíče API", en: "Revocation of an API key" },
  description: "Revokes API keys of a person: one by its name, or all.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    email,
    name: keyName.optional().describe("The key's name."),
    all: z.boolean().default(false).describe("All keys of the person."),
    locale: localeParameter,
  }),
  output: z.object({ revoked: z.array(z.string()).describe("Ids.") }),
  run: async ({ email: address, name, all }, { operator: { accounts } }) => {
    if (all === (name !== undefined)) throw new ServiceError(nameOrAll);
    const account = await accountOf(accounts.state, address);
    const at = accounts.now();
    const revoked = await accounts.state.transaction(async (tx) => {
      const ids =
        name === undefined
          ? await revokeAllApiKeys(tx, account.id, at)
          : await revokeApiKeyByName(tx, account.id, name, at);
      for (const id of ids) {
        await recordCommand(tx, { action: "key.revoked", actorId: account.id, target: { type: "key", id } }, at);
      }
      return ids;
    });
    if (revoked.length === 0) throw new ServiceError(noKey);
    return { revoked: [...revoked] };
  },
});

const pastDay: Problem = {
  code: "invalid_arguments",
  field: "expires",
  message: { sk: "Tento deň už uplynul.", cs: "Tento den už uplynul.", en: "This day is over." },
  nextStep: {
    sk: "Zadajte dnešný alebo neskorší deň.",
    cs: "Zadejte dnešní nebo pozdější den.",
    en: "Give today or a later day.",
  },
};

const tooManyKeys: Problem = {
  code: "invalid_arguments",
  field: "email",
  message: {
    sk: `Najviac ${MOST_KEYS} platných kľúčov.`,
    cs: `Nejvýše ${MOST_KEYS} platných klíčů.`,
    en: `At most ${MOST_KEYS} valid keys.`,
  },
  nextStep: { sk: "Zrušte niektorý.", cs: "Zrušte některý.", en: "Revoke one." },
};

const nameTaken: Problem = {
  code: "invalid_arguments",
  field: "name",
  message: {
    sk: "Platný kľúč s týmto názvom už osoba má.",
    cs: "Platný klíč s tímto názvem už osoba má.",
    en: "The person has a valid key of this name.",
  },
  nextStep: {
    sk: "Zvoľte iný názov, alebo ten kľúč zrušte.",
    cs: "Zvolte jiný název, nebo ten klíč zrušte.",
    en: "Choose another name, or revoke that key.",
  },
};

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
