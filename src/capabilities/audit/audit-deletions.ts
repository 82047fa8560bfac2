import { z } from "zod";
import { deletionsOf } from "../../state/backup/deletions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What was deleted, by ids alone: a restore of an earlier backup deletes it again. */
export const auditDeletions = defineCapability({
  name: "audit_deletions",
  title: {
    sk: "Zmazané účty a organizácie",
    cs: "Smazané účty a organizace",
    en: "Deleted accounts and organizations",
  },
  description:
    "Lists the deletions of accounts and organizations that the audit log knows, by ids alone, oldest first.",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  output: z.object({
    deletions: z.array(
      z.object({
        entry: z.string().describe("Id of the audit entry."),
        action: z.enum(["account.deleted", "organization.deleted"]),
        target: z.string().describe("Id of the account or of the organization."),
        at: z.string().describe("Instant in ISO 8601."),
      }),
    ),
  }),
  // With `--json` it is what `dosah restore --replay-deletions` reads.
  cli: {
    words: "audit deletions",
    help: "list deleted accounts and organizations by their ids",
    lines: ({ deletions }) => deletions.map(({ at, action, target }) => `${at}  ${action}  ${target}`),
  },
  run: async (_input, { operator: { accounts } }) => {
    const deletions = await deletionsOf(accounts.state);
    return { deletions: deletions.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) };
  },
});
