import { readFileSync } from "node:fs";
import type { RegisterExamples } from "../register-examples.fixture.ts";
import firm from "./recorded/live-firm-00000019.json" with { type: "json" };
import notFound from "./recorded/live-not-found.json" with { type: "json" };

export const examples: RegisterExamples = {
  file: { text: () => readFileSync(new URL("./recorded/companies.ndjson", import.meta.url), "utf8"), ico: "00000019" },
  live: {
    routes: {
      "/v1/companies/SK/00000019": [200, firm],
      "/v1/companies/SK/00000027": [404, notFound],
    },
    known: "00000019",
    unknown: "00000027",
  },
};
