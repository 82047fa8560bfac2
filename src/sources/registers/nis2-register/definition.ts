import type { RegisterDefinition } from "../definition.ts";
import { gatherFiles } from "../download/gather-files.ts";
import { addressIn } from "../download/gathering.ts";
import { connectNis2Register, nis2RegisterPolicy, RECORD } from "./live-nis2-register.ts";
import { nis2RegisterReader } from "./read-nis2-register.ts";

/** The open-data register with NIS2 categories that the operator has set. */
export const nis2Register = {
  id: "nis2-register",
  country: "SK",
  rank: 1,
  isNational: false,
  copiesActivities: true,
  file: {
    slot: 4,
    isWhole: true,
    open: ({ file, country, memory }) => nis2RegisterReader(file, country, memory),
  },
  download: {
    base: { setting: "opendataUrl", maxBytes: 2_000_000_000 },
    gather: ({ addresses, maxBytes }, gathering) =>
      gatherFiles(
        {
          files: [{ url: `${addressIn(addresses, "base")}/v1/companies.ndjson`, name: "companies.ndjson", maxBytes }],
          importOf: ([file = ""]) => ({ country: "SK", format: "nis2-register", file }),
        },
        gathering,
      ),
  },
  live: {
    setting: "opendataUrl",
    policy: nis2RegisterPolicy,
    records: [RECORD],
    decidesAbsence: false,
    connect: connectNis2Register,
  },
} as const satisfies RegisterDefinition;
