import { z } from "zod";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Lists the jobs of all instances, the first due in front. */
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

/** Makes a job due at once, also one that was given up. */
export const jobRetry = defineCapability({
  name: "job_retry",
  access: "operator",
  input: z.strictObject({ id: z.string().min(1).describe("As `jobs list` shows it."), locale: localeParameter }),
  run: async ({ id }, { operator: { state } }) => {
    if (!(await state.retryJob(id))) throw new ServiceError(noSuchJob);
    return { id };
  },
  cli: {
    words: "jobs retry",
    help: "let a job be done at once, also one that was given up",
    positionals: ["id"],
    lines: ({ id }) => [id],
  },
});

const noSuchJob: Problem = {
  code: "not_found",
  field: "id",
  message: inEnglish("There is no such job, or it is being done."),
  nextStep: inEnglish("dosah jobs list shows the jobs with their ids."),
};
