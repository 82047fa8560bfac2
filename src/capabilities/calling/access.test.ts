import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mayManage } from "../../core/rights.ts";
import { ROLES } from "../../core/role.ts";
import { keptNetwork } from "../../limits/client-address.ts";
import { createState } from "../../state/state.ts";
import { createTestDatabase, hasPostgres } from "../../state/test-postgres.fixture.ts";
import { describeAccess } from "./access.contract.ts";

describeAccess("access to what belongs to people and organizations, on SQLite", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-access-"));
  return {
    state: createState({ dir, now: Date.now }),
    remove: async () => rmSync(dir, { recursive: true, force: true }),
  };
});

describe.skipIf(!hasPostgres)("with a PostgreSQL server at 127.0.0.1:5432", () => {
  describeAccess("access to what belongs to people and organizations, on PostgreSQL", async () => {
    const database = await createTestDatabase();
    return { state: createState({ dir: "", databaseUrl: database.url, now: Date.now }), remove: database.drop };
  });
});

test("members and viewers are managed by administrators, administrators and owners by owners alone", () => {
  const managed = ROLES.map((role) => `${role}: ${ROLES.filter((other) => mayManage(role, other)).join(" ")}`);
  expect(managed).toEqual(["owner: owner admin member viewer", "admin: member viewer", "member: ", "viewer: "]);
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["::1", "::/48"],
  ["unknown", null],
  ["", null],
])("of the address %j only %j is kept", (address, expected) => {
  expect(keptNetwork(address)).toBe(expected);
});
