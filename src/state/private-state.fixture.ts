import { expect } from "vitest";
import { newId } from "../core/random-id.ts";
import { addAccount, type NewAccount } from "./accounts.ts";
import type { NewApiKey } from "./api-keys.ts";
import { addOrganization } from "./organizations.ts";
import { composedSql } from "./sql.ts";
import type { State } from "./state.ts";

export const NOW = 1_800_000_000_000;
export const HOUR = 3_600_000;

/** A valid key of an account; its hash is its name. */
export function keyOf(accountId: string, hash: string, fields: Partial<NewApiKey> = {}): NewApiKey {
  return {
    id: newId("apiKey"),
    accountId,
    name: hash,
    scopes: ["read"],
    hash,
    tail: "abcd",
    expiresAt: null,
    once: null,
    ...fields,
  };
}

/** A database with the tables of people and organizations, and what a test puts into it. */
export interface PrivateState {
  /** From the first hook on. */
  state(): State;
  /** How many rows a table has. */
  count(table: string): Promise<number>;
  /** An account that is there. */
  person(fields?: Partial<NewAccount>): Promise<NewAccount>;
  /** The id of an organization that is there. */
  organization(owner: string): Promise<string>;
}

/** Puts accounts and organizations into a state. */
export function privateState(state: () => State): PrivateState {
  return {
    state,
    count: async (table) =>
      (await state().get<{ n: number }>(composedSql(`SELECT count(*) AS n FROM ${table}`)))?.n ?? -1,
    person: async (fields = {}) => {
      const id = newId("account");
      const email = `${id}@firma.sk`;
      const account: NewAccount = {
        id,
        email,
        email_key: email,
        name: "Jana",
        locale: "sk",
        password_hash: "hash",
        email_verified_at: NOW,
        ...fields,
      };
      expect(await addAccount(state(), account, NOW)).toBe(true);
      return account;
    },
    organization: async (owner) => {
      const id = newId("organization");
      const fields = { id, name: "Alfa s.r.o.", country: "SK", ico: null, created_by: owner } as const;
      await state().transaction((tx) => addOrganization(tx, fields, NOW));
      return id;
    },
  };
}
