import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Shows what the instances have to do, those that are due first in front. */
export const jobList = defineCapability({
  name: "job_list",
  access: "operator",
  input: z.strictObject({
    failed: z.boolean().default(false).describe("Only those whose last attempt failed."),
    locale: localeParameter,
  }),
  run: async ({ failed }, { operator: { state } }) => ({ jobs: [...(await state.jobs({ isFailed: failed }))] }),
  cli: {
    words: "jobs list",
    help: "list what the instances have to do",
    lines: ({ jobs }) =>
      jobs.map(({ id, kind, key, state, runAt, attempts, lastError }) => {
        const failure = lastError === null ? "" : `  ${lastError} (${attempts})`;
        return `${id}  ${kind}  ${key}  ${state.replace("_", " ")}  ${runAt ?? "–"}${failure}`;
      }),
  },
});
