import { loadKnowledge } from "./knowledge.ts";

/** The shipped knowledge. It is frozen, so all tests of a process share it: reading it is what costs. */
export const knowledge = loadKnowledge();
