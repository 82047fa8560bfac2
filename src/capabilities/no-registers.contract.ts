import type { Registers } from "./capability.ts";

/** Registers that know no firm, for tests of what needs none. */
export const noRegisters: Registers = {
  asksLive: false,
  liveSources: () => [],
  find: async () => ({ kind: "absent" }),
  search: () => [],
  stats: () => [],
  holdings: () => [],
  snapshot: () => ({ origin: "sample", builtAt: "2026-11-21T10:00:00.000Z", fetchedAt: null, fetching: null }),
};
