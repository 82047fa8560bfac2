import { auditExport } from "../../../capabilities/audit/audit-export.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah audit export`: the file on stdout. */
export const auditExportCommand: Command = {
  words: "audit export",
  usage: "audit export --organization ID --format csv|json [--json]",
  help: "export the audit log of an organization with its hashes",
  options: { organization: { type: "string" }, format: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const args = given({
      organization: textOption(input, "organization"),
      format: textOption(input, "format"),
      locale: input.locale,
    });
    const { answer } = await call(auditExport, args, [], OPERATOR);
    terminal.out(input.json ? JSON.stringify(answer, null, 2) : answer.content.trimEnd());
  },
};
