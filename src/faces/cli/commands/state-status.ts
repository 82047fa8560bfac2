import { stateStatus } from "../../../capabilities/operation/state-status.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Command, OPERATOR } from "../command.ts";

const names: Readonly<Record<"sqlite" | "postgres", string>> = { sqlite: "SQLite", postgres: "PostgreSQL" };
const missingNow: Localized = { sk: "chýba", cs: "chybí", en: "missing" };

/** `dosah state status`: which migrations the state database has. */
export const stateStatusCommand: Command = {
  words: "state status",
  usage: "state status [--json]",
  help: "which migrations the state database has",
  run: async (input, { call, terminal }) => {
    const { answer } = await call(stateStatus, { locale: input.locale }, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    terminal.out(`${names[answer.database]}  ${answer.version}/${answer.newest}`);
    for (const { version, name, at } of answer.applied) terminal.out(`${String(version).padStart(4)}  ${name}  ${at}`);
    for (const { version, name } of answer.missing) {
      terminal.out(`${String(version).padStart(4)}  ${name}  ${missingNow[input.locale]}`);
    }
  },
};
