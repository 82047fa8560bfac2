import type { RegisterDefinition } from "../definition.ts";
import { connectRuz, RECORD, ruzPolicy } from "./live-ruz.ts";
import { ruzReader } from "./read-ruz.ts";

/** RÚZ, the Slovak register of financial statements. It publishes no file of the whole register. */
export const ruz = {
  id: "ruz",
  country: "SK",
  rank: 2,
  isNational: false,
  missesEnds: true,
  file: { slot: 3, isWhole: false, open: ({ file, memory }) => ruzReader(file, memory) },
  live: { setting: "ruzUrl", policy: ruzPolicy, records: [RECORD], decidesAbsence: true, connect: connectRuz },
} as const satisfies RegisterDefinition;
