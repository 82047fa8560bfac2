import { z } from "zod";
import { type AuditEntry, auditOfStream, hashBefore } from "../../state/audit-log.ts";
import { organizationOf, recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { EXPORT_FORMATS, exportOutput, writeAudit } from "./exported-audit.ts";

const PAGE = 2_000;

/** Exports the whole audit log of an organization for an auditor. */
export const auditExport = defineCapability({
  name: "audit_export",
  title: { sk: "Export záznamu udalostí", cs: "Export záznamu událostí", en: "Export of the audit log" },
  description: "Exports the audit log of an organization, oldest entry first, with the hashes that chain it.",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    organization: z.string().describe("Id of the organization."),
    format: z.enum(EXPORT_FORMATS),
    locale: localeParameter,
  }),
  output: exportOutput,
  run: async ({ organization: orgId, format }, { operator: { accounts } }) => {
    await organizationOf(accounts.state, orgId);
    const stream = `org:${orgId}`;
    return accounts.state.transaction(async (tx) => {
      const entries: AuditEntry[] = [];
      for (;;) {
        const page = await auditOfStream(tx, stream, entries.at(-1)?.seq ?? 0, PAGE);
        entries.push(...page);
        if (page.length < PAGE) break;
      }
      const [first] = entries;
      const previousHash = first === undefined ? "" : await hashBefore(tx, stream, first.seq);
      const target = { type: "organization", id: orgId } as const;
      const details = { from: null, to: null, count: entries.length };
      await recordCommand(tx, { action: "audit.exported", orgId, target, details }, accounts.now());
      return { format, count: entries.length, content: writeAudit({ stream, previousHash, entries }, format) };
    });
  },
});
