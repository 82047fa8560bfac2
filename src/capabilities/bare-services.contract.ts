import type { Knowledge } from "../knowledge/knowledge.ts";
import { confirmText } from "../rules/citations/check.ts";
import type { Services } from "./capability.ts";

/**
 * What a capability runs on in the tests of those that need knowledge only: no register knows a firm, no feed holds an
 * item, and nothing goes out. `replaced` is what a test has of its own.
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
      snapshot: () => ({ origin: "sample", builtAt: "2026-11-21T10:00:00.000Z", fetchedAt: null, fetching: null }),
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
    importRegister: () => Promise.reject(new Error("nobody imports here")),
    fetchRegisters: () => Promise.reject(new Error("nobody fetches here")),
    state: {
      status: () => Promise.reject(new Error("there is no state here")),
      migrate: () => Promise.reject(new Error("there is no state here")),
      backup: () => Promise.reject(new Error("there is no state here")),
      checkBackup: () => Promise.reject(new Error("there is no state here")),
      restore: () => Promise.reject(new Error("there is no state here")),
    },
    ...replaced,
  };
}

/** A limiter that counts nobody. */
export const nobodyCounts = { take: () => ({ allowed: true, states: [] }) as const, close: async () => {} };
