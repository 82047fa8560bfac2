import type { Registers } from "./capability.ts";

/** Registers that know no firm, for tests of what needs none. */
export const noRegisters: Registers = {
  asksLive: false,
  liveSources: () => [],
  find: async () => ({ kind: "absent" }),
  search: () => [],
  stats: () => [],
  holdings: () => [],
};
