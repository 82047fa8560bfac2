import { doctor } from "../../../capabilities/operation/doctor.ts";
import { type Command, OPERATOR, printable } from "../command.ts";

/** The widest of the states and of the names of checks. */
const STATUS_WIDTH = 10;
const CHECK_WIDTH = 18;

/** `dosah doctor`: what is wrong with this installation? Exits with 1 when something must be mended. */
export const doctorCommand: Command = {
  words: "doctor",
  usage: "doctor [--json]",
  help: "examine settings, data, databases and the public address",
  opensNothing: true,
  run: async (_input, { call }) => {
    const { answer } = await call(doctor, { locale: "en" }, [], OPERATOR);
    const lines = answer.checks.map(({ check, status, message, nextStep }) => {
      const head = `${status.padEnd(STATUS_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  `;
      return `${head}${printable(message)}${nextStep === null ? "" : ` ${printable(nextStep)}`}`;
    });
    return { json: answer, lines, exit: answer.ok ? 0 : 1 };
  },
};
