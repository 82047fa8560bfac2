import type { RegisterDefinition } from "../definition.ts";
import { gatherFiles } from "../download/gather-files.ts";
import { addressIn } from "../download/gathering.ts";
import { readActivities } from "./activities.ts";
import { resReader } from "./read-res.ts";

/** RES, the register of the Czech Statistical Office: the files behind the statistics record of ARES. */
export const res = {
  id: "res",
  country: "CZ",
  rank: 3,
  isNational: true,
  file: {
    slot: 1,
    isWhole: true,
    hasActivities: true,
    async open({ file, activities, memory, onActivityBytes }) {
      const index = activities === undefined ? undefined : await readActivities(activities, onActivityBytes);
      return resReader(file, index, memory);
    },
  },
  download: {
    gather: ({ addresses, maxBytes }, gathering) =>
      gatherFiles(
        {
          files: [
            { url: addressIn(addresses, "data"), name: "res_data.csv", maxBytes },
            { url: addressIn(addresses, "activities"), name: "res_pf_nace.csv", maxBytes },
          ],
          importOf: ([file = "", activities = ""]) => ({ country: "CZ", format: "res", file, activities }),
        },
        gathering,
      ),
  },
} as const satisfies RegisterDefinition;
