import { beforeAll, describe, expect, test } from "vitest";
import { setDisabled } from "./accounts.ts";
import { addApiKey, apiKeysOf, apiKeyUsed, keyHolder, revokeApiKey, wasIssuedOnce } from "./api-keys.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { HOUR, keyOf, NOW, type PrivateState } from "./private-state.fixture.ts";
import type { State } from "./state.ts";
import { removeEnded } from "./table-ends.ts";

/** API keys. They do the same in both databases. */
export function describeApiKeys(examined: PrivateState): void {
  const { count, person } = examined;
  let state: State;

  beforeAll(() => {
    state = examined.state();
  });

  describe("API keys", () => {
    test("a key leads to its person until it expires, is revoked or the person is disabled or gone", async () => {
      const { id } = await person();
      const key = keyOf(id, `${id}-1`, { expiresAt: NOW + HOUR, scopes: ["read", "scan:write"] });
      await addApiKey(state, key, NOW);
      const holder = (now = NOW) => keyHolder(state, key.hash, now);
      expect(await holder()).toEqual({
        keyId: key.id,
        accountId: id,
        scopes: ["read", "scan:write"],
        lastUsedAt: null,
        reach: "all",
      });
      expect(await holder(NOW + HOUR - 1)).toBeDefined();
      expect(await holder(NOW + HOUR)).toBeUndefined();
      await setDisabled(state, id, NOW);
      expect(await holder()).toBeUndefined();
      await setDisabled(state, id, null);
      expect(await revokeApiKey(state, "acc_other", key.id, NOW)).toBe(false);
      expect(await revokeApiKey(state, id, key.id, NOW)).toBe(true);
      expect(await holder()).toBeUndefined();
      expect(await apiKeysOf(state, id, NOW)).toEqual([]);
      expect(await keyHolder(state, "nobody's", NOW)).toBeUndefined();
    });

    test("a name is given once among the keys that are not revoked", async () => {
      const { id } = await person();
      const first = keyOf(id, `${id}-1`, { name: "agent" });
      await addApiKey(state, first, NOW);
      await expect(addApiKey(state, keyOf(id, `${id}-2`, { name: "agent" }), NOW)).rejects.toMatchObject({
        kind: "conflict",
      });
      await revokeApiKey(state, id, first.id, NOW);
      await addApiKey(state, keyOf(id, `${id}-3`, { name: "agent" }), NOW);
      expect(await apiKeysOf(state, id, NOW)).toHaveLength(1);
    });

    test("a form that is sent twice issues one key", async () => {
      const { id } = await person();
      await addApiKey(state, keyOf(id, `${id}-1`, { once: "form-1" }), NOW);
      expect(await wasIssuedOnce(state, id, "form-1")).toBe(true);
      expect(await wasIssuedOnce(state, id, "form-2")).toBe(false);
      await expect(addApiKey(state, keyOf(id, `${id}-2`, { once: "form-1" }), NOW)).rejects.toMatchObject({
        kind: "conflict",
      });
    });

    test("its last use is noted with the prefix of the address and never goes back", async () => {
      const { id } = await person();
      const key = keyOf(id, `${id}-1`);
      await addApiKey(state, key, NOW);
      await apiKeyUsed(state, key.id, "203.0.113.0/24", NOW + 10);
      await apiKeyUsed(state, key.id, "198.51.100.0/24", NOW + 5);
      expect(await apiKeysOf(state, id, NOW)).toMatchObject([
        { last_used_at: NOW + 10, last_used_prefix: "203.0.113.0/24" },
      ]);
    });

    test("a person's keys are revoked by their ids and nobody else's are; revoked ones go after their time", async () => {
      const [mine, another] = [await person(), await person()];
      for (const index of [1, 2]) await addApiKey(state, keyOf(mine.id, `${mine.id}-${index}`), NOW);
      await addApiKey(state, keyOf(another.id, `${another.id}-1`), NOW);
      for (const { id } of await apiKeysOf(state, mine.id, NOW)) {
        expect(await revokeApiKey(state, another.id, id, NOW)).toBe(false);
        expect(await revokeApiKey(state, mine.id, id, NOW)).toBe(true);
        expect(await revokeApiKey(state, mine.id, id, NOW)).toBe(false);
      }
      expect(await apiKeysOf(state, mine.id, NOW)).toEqual([]);
      expect(await apiKeysOf(state, another.id, NOW)).toHaveLength(1);
      const before = await count("api_key");
      await removeEnded(state, MIGRATIONS, NOW + 90 * 86_400_000 - 1);
      expect(await count("api_key")).toBe(before);
      await removeEnded(state, MIGRATIONS, NOW + 90 * 86_400_000);
      expect(await count("api_key")).toBeLessThanOrEqual(before - 2);
    });
  });
}
