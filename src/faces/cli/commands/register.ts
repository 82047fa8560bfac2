import { registerSet } from "../../../capabilities/obligations/register-set.ts";
import { registerShow } from "../../../capabilities/obligations/register-show.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah register set`: in the name of a member. */
export const registerSetCommand: Command = {
  words: "register set",
  usage: "register set --organization ID --code C --status S --email E [--note T] [--json]",
  help: "set the status of an obligation (met, partial, in_progress, not_met, not_applicable, none) as a member",
  options: {
    organization: { type: "string" },
    code: { type: "string" },
    status: { type: "string" },
    email: { type: "string" },
    note: { type: "string" },
  },
  run: async (input, { call, terminal }) => {
    const args = given({
      organization: textOption(input, "organization"),
      code: textOption(input, "code"),
      status: textOption(input, "status"),
      email: textOption(input, "email"),
      note: textOption(input, "note"),
      locale: input.locale,
    });
    const { answer } = await call(registerSet, args, [], OPERATOR);
    const { code, status, nextReviewAt } = answer;
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : `${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}`);
  },
};

/** `dosah register show` */
export const registerShowCommand: Command = {
  words: "register show",
  usage: "register show --organization ID [--format csv|json] [--json]",
  help: "show the obligation register of an organization",
  options: { organization: { type: "string" }, format: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const args = given({
      organization: textOption(input, "organization"),
      format: textOption(input, "format"),
      locale: input.locale,
    });
    const { answer } = await call(registerShow, args, [], OPERATOR);
    const { csv, format, ...register } = answer;
    if (input.json || format === "json") return terminal.out(JSON.stringify(register, null, 2));
    if (format === "csv") return terminal.out(csv.trimEnd());
    for (const { code, status, nextReviewAt, overdue } of register.items) {
      terminal.out(`${code}  ${status ?? "–"}  ${nextReviewAt ?? "–"}${overdue ? "  !" : ""}`);
    }
    terminal.out(`${register.completion} %`);
  },
};
