import { z } from "zod";
import { deletionsOf } from "../../state/backup/deletions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** What was deleted, by ids alone: a restore of an earlier backup deletes it again. */
export const auditDeletions = defineCapability({
  name: "audit_deletions",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => {
    const deletions = await deletionsOf(accounts.state);
    return { deletions: deletions.map((each) => ({ ...each, at: new Date(each.at).toISOString() })) };
  },
  // With `--json` it is what `dosah restore --replay-deletions` reads.
  cli: {
    words: "audit deletions",
    help: "list deleted accounts and organizations by their ids",
    lines: ({ deletions }) => deletions.map(({ at, action, target }) => `${at}  ${action}  ${target}`),
  },
});
