import type { Knowledge } from "../knowledge/knowledge.ts";
import { confirmText } from "../rules/citations/check.ts";
import type { OperatorServices, Services } from "./capability.ts";

/**
 * The services of a capability in tests that need knowledge only: no register knows a firm, no feed holds an
 * item, and no request is sent. `replaced` are the services that a test sets itself.
 */
export function bareServices(knowledge: Knowledge, replaced: Partial<Services> = {}): Services {
  return {
    knowledge,
    registers: {
      asksLive: false,
      liveSources: () => [],
      find: async () => ({ kind: "absent" }),
      search: async () => ({ hits: [], gaps: [] }),
      stats: () => [],
      holdings: () => [],
      snapshot: () => ({
        origin: "sample",
        builtAt: "2026-11-21T10:00:00.000Z",
        fetchedAt: null,
        health: "ok",
        fetching: null,
      }),
    },
    feed: {
      entries: () => [],
      sources: () => [],
      fetchedAt: () => null,
      nextAt: () => undefined,
      refresh: async () => [],
      milestones: [],
      topicRules: { version: "test", why: new Map() },
    },
    baseUrl: "https://dosah.test",
    today: () => "2026-11-20",
    confirm: (text) => confirmText(text, knowledge.acts),
    ...replaced,
  };
}

/** What the operator has in the tests of those that import and fetch nothing. */
export const bareOperator: OperatorServices = {
  accounts: {
    get state(): never {
      throw new Error("no state in this test");
    },
    hashPassword: () => Promise.reject(new Error("no password in this test")),
    isBreached: async () => false,
    now: () => 0,
  },
  importRegister: () => Promise.reject(new Error("no import in this test")),
  fetchRegisters: () => Promise.reject(new Error("no download in this test")),
  state: {
    status: () => Promise.reject(new Error("no state in this test")),
    migrate: () => Promise.reject(new Error("no state in this test")),
    backup: () => Promise.reject(new Error("no state in this test")),
    checkBackup: () => Promise.reject(new Error("no state in this test")),
    restore: () => Promise.reject(new Error("no state in this test")),
  },
};

/** A limiter that counts no call and refuses none. */
export const unlimited = { take: () => ({ allowed: true, states: [] }) as const, close: async () => {} };
