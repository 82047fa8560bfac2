import type { RegisterExamples } from "../register-examples.fixture.ts";
import slovnaft from "./recorded/entity-449752.json" with { type: "json" };
import deleted from "./recorded/entity-deleted.json" with { type: "json" };
import list from "./recorded/live-list-31322832.json" with { type: "json" };
import listEmpty from "./recorded/live-list-empty.json" with { type: "json" };

export const examples: RegisterExamples = {
  file: { text: () => `${JSON.stringify(slovnaft)}\n`, ico: "31322832" },
  live: {
    routes: {
      "/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=31322832": [200, list],
      "/uctovna-jednotka?id=449752": [200, { ...slovnaft, velkostOrganizacie: "31" }],
      "/uctovna-jednotka?id=1051838": [200, deleted],
      "/uctovne-jednotky?zmenene-od=2000-01-01&max-zaznamov=100&ico=00000019": [200, listEmpty],
    },
    known: "31322832",
    unknown: "00000019",
  },
};
