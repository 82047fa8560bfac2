import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import { addIdentity, findIdentity } from "./identities.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { addOrganization } from "./organizations.ts";
import { addPasskey, findPasskey, usePasskey } from "./passkeys.ts";
import { NOW, type PrivateState } from "./private-state.fixture.ts";
import {
  backupCodesLeft,
  confirmTotp,
  factorsOf,
  findTotp,
  removeTotp,
  setBackupCodes,
  startTotp,
  useBackupCode,
  useTotpStep,
} from "./second-factors.ts";
import { addSession, countTry, sessionsOf } from "./sessions.ts";
import { spend } from "./spent.ts";
import type { State } from "./state.ts";
import { removeEnded } from "./table-ends.ts";

/** The second factor, passkeys and persons at a provider. They do the same in both databases. */
export function describeSignIn(examined: PrivateState): void {
  const { person } = examined;
  let state: State;

  beforeAll(() => {
    state = examined.state();
  });

  describe("the second factor", () => {
    test("counts only when it is confirmed, and a confirmed secret is not replaced", async () => {
      const { id } = await person();
      expect(await startTotp(state, id, "sealed-1")).toBe(true);
      expect(await useTotpStep(state, id, 100)).toBe(false);
      expect(await startTotp(state, id, "sealed-2")).toBe(true);
      // The code of a secret that another one replaced confirms neither.
      expect(await confirmTotp(state, { account_id: id, sealed: "sealed-1" }, 100, NOW)).toBe(false);
      expect(await confirmTotp(state, { account_id: id, sealed: "sealed-2" }, 100, NOW)).toBe(true);
      expect(await confirmTotp(state, { account_id: id, sealed: "sealed-2" }, 101, NOW)).toBe(false);
      expect(await startTotp(state, id, "sealed-3")).toBe(false);
      expect(await findTotp(state, id)).toMatchObject({ sealed: "sealed-2", confirmed_at: NOW, last_step: 100 });
    });

    test("takes no code twice and none older than the last, also of five at once", async () => {
      const { id } = await person();
      await startTotp(state, id, "sealed");
      await confirmTotp(state, { account_id: id, sealed: "sealed" }, 100, NOW);
      expect(await useTotpStep(state, id, 100)).toBe(false);
      expect(await useTotpStep(state, id, 99)).toBe(false);
      const uses = await Promise.all(Array.from({ length: 5 }, () => useTotpStep(state, id, 101)));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });

    test("takes each backup code once, also of five at once, and not another person's", async () => {
      const [mine, another] = [await person(), await person()];
      await setBackupCodes(state, mine.id, ["c1", "c2"]);
      await setBackupCodes(state, another.id, ["c3"]);
      const uses = await Promise.all(Array.from({ length: 5 }, () => useBackupCode(state, mine.id, "c1", NOW)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await useBackupCode(state, mine.id, "c3", NOW)).toBe(false);
      expect(await backupCodesLeft(state, mine.id)).toBe(1);
      await setBackupCodes(state, mine.id, ["c4"]);
      expect(await useBackupCode(state, mine.id, "c2", NOW)).toBe(false);
      expect(await removeTotp(state, mine.id)).toBe(false);
      expect(await backupCodesLeft(state, mine.id)).toBe(0);
    });
  });

  test("a passkey belongs to one account, and its counter never goes back", async () => {
    const [mine, another] = [await person(), await person()];
    const passkey = {
      id: `${mine.id}-p`,
      account_id: mine.id,
      public_key: "k",
      counter: 5,
      name: "phone",
      created_at: NOW,
    };
    expect(await addPasskey(state, passkey)).toBe(true);
    expect(await addPasskey(state, { ...passkey, account_id: another.id })).toBe(false);
    const answer = (counter: number, secret: string) => {
      const once = { secret: `${mine.id} ${secret}`, until: NOW + 1, from: NOW };
      return { passkey: { ...passkey, last_used_at: null }, counter, once };
    };
    expect(await usePasskey(state, answer(5, "a"), NOW)).toBe(false);
    expect(await usePasskey(state, answer(6, "b"), NOW)).toBe(true);
    // A challenge is answered once, whatever the counter says.
    expect(await usePasskey(state, answer(7, "b"), NOW)).toBe(false);
    expect(await findPasskey(state, passkey.id)).toMatchObject({
      account_id: mine.id,
      counter: 6,
      last_used_at: NOW,
    });
  });

  test("a secret works once, also of five at once, and is forgotten when it is too old anyway", async () => {
    const { id } = await person();
    const once = { secret: id, until: NOW + 10, from: NOW };
    const uses = await Promise.all(Array.from({ length: 5 }, () => spend(state, once)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    const ofSpent = MIGRATIONS.filter(({ name }) => name === "spent");
    await removeEnded(state, ofSpent, NOW + 9);
    expect(await spend(state, once)).toBe(false);
    await removeEnded(state, ofSpent, NOW + 10);
    expect(await spend(state, once)).toBe(true);
  });

  test("a session takes five answers to its challenge, also of seven at once", async () => {
    const { id } = await person();
    const times = { created_at: NOW, seen_at: NOW, expires_at: NOW + 1000, authenticated_at: NOW };
    // One that was complete, and is challenged since the policy changed.
    const browser = { stage: "full", assurance: "one", ip_prefix: null, agent: "Firefox" } as const;
    await addSession(state, { hash: `${id}-c`, account_id: id, ...browser, ...times });
    const tries = await Promise.all(Array.from({ length: 7 }, () => countTry(state, `${id}-c`, NOW + 600)));
    expect(tries.filter(Boolean)).toHaveLength(5);
    // The fifth one ends the challenge: the session would have lived longer.
    expect((await sessionsOf(state, id, NOW)).map(({ expires_at }) => expires_at)).toEqual([NOW + 600]);
  });

  test("a session says what its account has as a second factor, and whether it owns an organization", async () => {
    const { id } = await person();
    expect(await factorsOf(state, id)).toEqual({ has_app: 0, has_passkey: 0, owns: 0 });
    await startTotp(state, id, "sealed");
    expect((await factorsOf(state, id)).has_app).toBe(0);
    await confirmTotp(state, { account_id: id, sealed: "sealed" }, 1, NOW);
    const key = { id: `${id}-f`, account_id: id, public_key: "k", counter: 0, name: "phone", created_at: NOW };
    await addPasskey(state, key);
    const organization = { id: newId("organization"), name: "Alfa", country: null, ico: null, created_by: id };
    await state.transaction((tx) => addOrganization(tx, organization, NOW));
    expect(await factorsOf(state, id)).toEqual({ has_app: 1, has_passkey: 1, owns: 1 });
  });

  test("a person at a provider is found by issuer and subject together", async () => {
    const [mine, another] = [await person(), await person()];
    const add = (issuer: string, account_id: string) =>
      addIdentity(state, { issuer, subject: "1", account_id, created_at: NOW });
    expect(await add("https://a.example", mine.id)).toBe(true);
    expect(await add("https://b.example", another.id)).toBe(true);
    expect(await add("https://a.example", another.id)).toBe(false);
    expect(await findIdentity(state, "https://a.example", "1")).toMatchObject({ account_id: mine.id });
    expect(await findIdentity(state, "https://b.example", "1")).toMatchObject({ account_id: another.id });
  });
}
