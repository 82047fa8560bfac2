import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { KEY_SCOPES } from "../../core/key-scope.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { apiKeysOf, revokeAllApiKeys, revokeApiKeyByName } from "../../state/api-keys.ts";
import { personStore } from "../../state/person-store.ts";
import { accountOf, emailParameter as email, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { issuedKey, issueKey, listedKey, shownKey } from "./issue-key.ts";

/** Issues an API key to a person. The key itself is in the answer and nowhere else. */
export const keyIssue = defineCapability({
  name: "key_issue",
  title: { sk: "Nový kľúč API", cs: "Nový klíč API", en: "New API key" },
  description: "Issues an API key to a person and shows it once.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    email,
    name: z
      .string()
      .default("dosah key issue")
      .describe("1 to 60 characters; no two valid keys of a person share one."),
    scopes: z.array(z.enum(KEY_SCOPES)).default([]).describe("What it may do besides read."),
    expires: z.iso.date().optional().describe("Last day on which it works (UTC)."),
    locale: localeParameter,
  }),
  output: issuedKey,
  run: async ({ email: address, name, scopes, expires }, { operator: { accounts }, today }) => {
    const account = await accountOf(accounts.state, address);
    const now = accounts.now();
    return accounts.state.transaction(async (tx) => {
      const asked = { name, scopes, expires, once: null };
      const issued = await issueKey(personStore({ db: tx, accountId: account.id }), asked, { now, today: today() });
      if (issued === undefined) throw new Error("a key without a form was issued before");
      const { scopes: given, ...shown } = issued;
      const target = { type: "key", id: issued.id } as const;
      const details = { expires: expires ?? null, scopes: given };
      await recordCommand(tx, { action: "key.issued", actorId: account.id, target, details }, now);
      return shown;
    });
  },
});

/** Lists the valid keys of a person, without the keys. */
export const keyList = defineCapability({
  name: "key_list",
  title: { sk: "Kľúče API", cs: "Klíče API", en: "API keys" },
  description: "Lists the valid API keys of a person.",
  access: "operator",
  input: z.strictObject({ email, locale: localeParameter }),
  output: z.object({ keys: z.array(listedKey) }),
  run: async ({ email: address }, { operator: { accounts } }) => {
    const account = await accountOf(accounts.state, address);
    const keys = await apiKeysOf(accounts.state, account.id, accounts.now());
    return { keys: keys.map((key) => shownKey(key, foreignText)) };
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
    name: z.string().optional().describe("The key's name."),
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
