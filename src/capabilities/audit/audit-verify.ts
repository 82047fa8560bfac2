import { z } from "zod";
import { compareWithKept, verifyAudit } from "../../state/audit-log.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Recomputes the chains of the audit log. */
export const auditVerify = defineCapability({
  name: "audit_verify",
  access: "operator",
  input: z.strictObject({
    organization: z.string().optional().describe("Only the chain of this organization."),
    expect: z
      .array(z.object({ stream: z.string(), seq: z.number().int(), hash: z.string() }))
      .default([])
      .describe("Heads that were kept outside the database, to compare with."),
    locale: localeParameter,
  }),
  run: async ({ organization, expect }, { operator: { accounts } }) => {
    const stream = organization === undefined ? undefined : `org:${organization}`;
    const verified = await verifyAudit(accounts.state, stream);
    const kept = expect.filter((head) => stream === undefined || head.stream === stream);
    const fault = verified.fault ?? (await compareWithKept(accounts.state, kept)) ?? null;
    const { entries, heads } = verified;
    return { entries, heads: heads.map(({ stream: name, seq, hash }) => ({ stream: name, seq, hash })), fault };
  },
});
