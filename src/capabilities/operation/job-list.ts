import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { JOB_STATES } from "./operations.ts";

/** Shows what the instances have to do, those that are due first in front. */
export const jobList = defineCapability({
  name: "job_list",
  title: { sk: "Úlohy inštancií", cs: "Úlohy instancí", en: "Jobs of the instances" },
  description: "Lists at most 1000 jobs with their next time and their last failure.",
  access: "operator",
  input: z.strictObject({
    failed: z.boolean().default(false).describe("Only those whose last attempt failed."),
    locale: localeParameter,
  }),
  output: z.object({
    jobs: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        key: z.string(),
        state: z.enum(JOB_STATES),
        runAt: z.string().nullable().describe("ISO 8601; null: given up."),
        attempts: z.number().int(),
        lastError: z.string().nullable(),
      }),
    ),
  }),
  cli: {
    words: "jobs list",
    help: "list what the instances have to do",
    lines: ({ jobs }) =>
      jobs.map(({ id, kind, key, state, runAt, attempts, lastError }) => {
        const failure = lastError === null ? "" : `  ${lastError} (${attempts})`;
        return `${id}  ${kind}  ${key}  ${state.replace("_", " ")}  ${runAt ?? "–"}${failure}`;
      }),
  },
  run: async ({ failed }, { operator: { state } }) => ({ jobs: [...(await state.jobs({ isFailed: failed }))] }),
});
