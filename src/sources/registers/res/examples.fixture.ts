import { readFileSync } from "node:fs";
import type { RegisterExamples } from "../register-examples.fixture.ts";

const recorded = (name: string) => readFileSync(new URL(`./recorded/${name}`, import.meta.url), "utf8");

export const examples: RegisterExamples = {
  file: {
    text: () => recorded("res_data.csv"),
    activities: () => recorded("res_pf_nace.csv"),
    ico: "49240901",
  },
};
