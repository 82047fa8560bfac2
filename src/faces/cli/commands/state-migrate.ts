import { stateMigrate } from "../../../capabilities/operation/state-migrate.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Command, OPERATOR } from "../command.ts";

const nothingMissing: Localized = { sk: "Nič nechýba.", cs: "Nic nechybí.", en: "Nothing is missing." };

/** `dosah state migrate`: carries out the migrations that are missing. */
export const stateMigrateCommand: Command = {
  words: "state migrate",
  usage: "state migrate [--json]",
  help: "bring the state database to the layout of this version",
  run: async (input, { call, terminal }) => {
    const { answer } = await call(stateMigrate, { locale: input.locale }, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const { version, name } of answer.done) terminal.out(`${String(version).padStart(4)}  ${name}`);
    if (answer.done.length === 0) terminal.out(nothingMissing[input.locale]);
  },
};
