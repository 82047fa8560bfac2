import type { RegisterDefinition } from "../definition.ts";
import { addressIn } from "../download/gathering.ts";
import { gatherBatches } from "./gather-batches.ts";
import { connectRpo, RECORD, rpoPolicy } from "./live-rpo.ts";
import { rpoReader } from "./read-rpo.ts";

/** The name under which RPO publishes what changed on one day (`actual_2026-11-20.json.gz`), also in several files. */
const DAILY_BATCH = /^actual_\d{4}-\d{2}-\d{2}(?!\d)/;

/** RPO, the Slovak register of legal persons, entrepreneurs and public authorities. */
export const rpo = {
  id: "rpo",
  country: "SK",
  rank: 3,
  isNational: true,
  file: {
    slot: 2,
    isWhole: false,
    isUpdate: (name) => DAILY_BATCH.test(name),
    open: ({ file, asOf, memory }) => rpoReader(file, asOf, memory),
  },
  download: {
    gather: ({ addresses, maxBytes }, gathering) =>
      gatherBatches({ url: addressIn(addresses, "bucket"), maxBytes }, gathering),
  },
  live: { setting: "rpoUrl", policy: rpoPolicy, records: [RECORD], decidesAbsence: true, connect: connectRpo },
} as const satisfies RegisterDefinition;
