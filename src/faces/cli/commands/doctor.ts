import { doctor } from "../../../capabilities/operation/doctor.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Command, OPERATOR, printable } from "../command.ts";

const words: Readonly<Record<"ok" | "warning" | "failure", Localized>> = {
  ok: { sk: "v poriadku", cs: "v pořádku", en: "ok" },
  warning: { sk: "varovanie", cs: "varování", en: "warning" },
  failure: { sk: "chyba", cs: "chyba", en: "failure" },
};

/** The widest of the words above and of the names of checks. */
const STATUS_WIDTH = 10;
const CHECK_WIDTH = 18;

/** `dosah doctor`: what is wrong with this installation? Exits with 1 when something must be mended. */
export const doctorCommand: Command = {
  words: "doctor",
  usage: "doctor [--json]",
  help: "examine settings, data, databases and the public address",
  opensNothing: true,
  run: async (input, { call, terminal }) => {
    const { locale } = input;
    const { answer } = await call(doctor, { locale }, [], OPERATOR);
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else {
      for (const { check, status, message, nextStep } of answer.checks) {
        const head = `${words[status][locale].padEnd(STATUS_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  `;
        terminal.out(`${head}${printable(message)}${nextStep === null ? "" : ` ${printable(nextStep)}`}`);
      }
    }
    return answer.ok ? 0 : 1;
  },
};
