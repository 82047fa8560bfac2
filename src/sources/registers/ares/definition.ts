import type { RegisterDefinition } from "../definition.ts";
import { aresPolicy, CORE, connectAres, STATISTICS } from "./ares-register.ts";

/** ARES, the Czech register as it is asked live; its files are those of RES. */
export const ares = {
  id: "ares",
  country: "CZ",
  rank: 3,
  isNational: true,
  live: {
    setting: "aresUrl",
    policy: aresPolicy,
    records: [CORE, STATISTICS],
    decidesAbsence: true,
    connect: connectAres,
  },
} as const satisfies RegisterDefinition;
