import { z } from "zod";
import { readCursor, writeCursor } from "../calling/cursor.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const MOST = 100;

const output = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        at: z.string().describe("Instant in ISO 8601."),
        action: z.string().describe("What happened, such as `key.issued`."),
        organizationId: z.string().nullable().describe("Where it happened; null: to the account itself."),
        target: z.object({ type: z.string(), id: z.string() }).nullable(),
        ipPrefix: z.string().nullable().describe("Network it came from, /24 or /48."),
        via: z.enum(["web", "mcp", "rest", "cli", "system"]),
      }),
    )
    .describe("Newest first."),
  nextCursor: z.string().nullable().describe("Send it as cursor for the next page; null: there is none."),
});

/** What the key's owner did himself (docs/specification.md, `rest.audit-log`). */
export const auditLog = defineCapability({
  name: "audit_log",
  access: "person",
  input: z.strictObject({
    limit: z.number().int().min(1).max(MOST).default(20).describe("Entries of one page."),
    cursor: z.string().optional().describe("nextCursor of the page before."),
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Own audit log",
    description:
      "What the owner of the API key did himself, in his account and in every organization, newest first. What he did in " +
      "an organization that he has left stays.",
    output,
  },
  rest: [{ method: "GET", path: "/api/v1/audit-log", cost: { rows: ["person_read"] } }],
  run: async ({ limit, cursor }, { store, person }): Promise<z.output<typeof output>> => {
    const list = `audit-log ${person.accountId}`;
    // One more than asked for tells whether there is a next page.
    const found = await store.audit(limit + 1, cursor === undefined ? undefined : readCursor(list, cursor));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      items: page.map(({ id, at, action, org_id, target_type, target_id, ip_prefix, via }) => ({
        id,
        at: new Date(at).toISOString(),
        action,
        organizationId: org_id,
        target: target_type === null || target_id === null ? null : { type: target_type, id: target_id },
        ipPrefix: ip_prefix,
        via,
      })),
      nextCursor: found.length > limit && last !== undefined ? writeCursor(list, last) : null,
    };
  },
});
