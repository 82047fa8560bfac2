import { readFileSync } from "node:fs";
import type { RegisterExamples } from "../register-examples.fixture.ts";
import entity from "./recorded/entity-with-statistical-codes.json" with { type: "json" };
import slovnaft from "./recorded/live-search-31322832.json" with { type: "json" };
import petrochemicals from "./recorded/live-search-35953039.json" with { type: "json" };
import empty from "./recorded/live-search-empty.json" with { type: "json" };

const [firm] = slovnaft.results;
const [ended] = petrochemicals.results;
const ENTITY = "/entity/1003617?showHistoricalData=true&showOrganizationUnits=false";

export const examples: RegisterExamples = {
  file: { text: () => readFileSync(new URL("./recorded/batch.json", import.meta.url), "utf8"), ico: "31322832" },
  live: {
    routes: {
      "/search?identifier=31322832": [200, slovnaft],
      [ENTITY]: [200, entity],
      "/search?identifier=00000019": [200, empty],
    },
    known: "31322832",
    unknown: "00000019",
  },
  search: {
    routes: {
      "/search?fullName=SLOVNAFT": [200, { ...slovnaft, results: [ended, firm] }],
      "/search?fullName=nikto%20taky": [200, empty],
      "/search?fullName=nikto": [200, empty],
      "/search?identifier=31322832": [200, slovnaft],
      [ENTITY]: [200, entity],
    },
    known: "31322832",
    name: "SLOVNAFT",
    shown: ["31322832", "35953039"],
    unknownName: "nikto taky",
  },
};
