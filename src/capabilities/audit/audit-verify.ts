import { z } from "zod";
import { verifyAudit } from "../../state/audit-log.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Recomputes the chains of the audit log. */
export const auditVerify = defineCapability({
  name: "audit_verify",
  title: { sk: "Overenie záznamu udalostí", cs: "Ověření záznamu událostí", en: "Verification of the audit log" },
  description: "Recomputes every chain of the audit log and names the first entry that does not fit.",
  access: "operator",
  input: z.strictObject({
    organization: z.string().optional().describe("Only the chain of this organization."),
    locale: localeParameter,
  }),
  output: z.object({
    entries: z.number().int(),
    heads: z.array(z.object({ stream: z.string(), seq: z.number().int(), hash: z.string() })),
    fault: z
      .object({
        stream: z.string(),
        seq: z.number().int(),
        why: z.enum(["changed", "missing", "reordered", "cut_at_the_end", "no_head"]),
      })
      .nullable(),
  }),
  run: async ({ organization }, { operator: { accounts } }) => {
    const stream = organization === undefined ? undefined : `org:${organization}`;
    const { entries, heads, fault = null } = await verifyAudit(accounts.state, stream);
    return { entries, heads: heads.map(({ stream: name, seq, hash }) => ({ stream: name, seq, hash })), fault };
  },
});
