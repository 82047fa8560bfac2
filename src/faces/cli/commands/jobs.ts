import { jobList } from "../../../capabilities/operation/job-list.ts";
import { jobRetry } from "../../../capabilities/operation/job-retry.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Command, OPERATOR } from "../command.ts";

const states: Readonly<Record<"waiting" | "due" | "running" | "given_up", Localized>> = {
  waiting: { sk: "čaká", cs: "čeká", en: "waiting" },
  due: { sk: "na rade", cs: "na řadě", en: "due" },
  running: { sk: "vykonáva sa", cs: "provádí se", en: "running" },
  given_up: { sk: "natrvalo zlyhala", cs: "natrvalo selhala", en: "given up" },
};

/** `dosah jobs list` */
export const jobsListCommand: Command = {
  words: "jobs list",
  usage: "jobs list [--failed] [--json]",
  help: "list what the instances have to do",
  options: { failed: { type: "boolean" } },
  run: async (input, { call, terminal }) => {
    const args = { failed: input.values.failed === true, locale: input.locale };
    const { answer } = await call(jobList, args, [], OPERATOR);
    if (input.json) return terminal.out(JSON.stringify(answer, null, 2));
    for (const { id, kind, key, state, runAt, attempts, lastError } of answer.jobs) {
      const failure = lastError === null ? "" : `  ${lastError} (${attempts})`;
      terminal.out(`${id}  ${kind}  ${key}  ${states[state][input.locale]}  ${runAt ?? "–"}${failure}`);
    }
  },
};

/** `dosah jobs retry` */
export const jobsRetryCommand: Command = {
  words: "jobs retry",
  usage: "jobs retry ID [--json]",
  help: "let a job be done at once, also one that was given up",
  positionals: [1, 1],
  run: async (input, { call, terminal }) => {
    const { answer } = await call(jobRetry, { id: input.positionals[0], locale: input.locale }, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.id);
  },
};
