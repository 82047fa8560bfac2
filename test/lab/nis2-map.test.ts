import { expect, test } from "vitest";
import { computeMap } from "../../src/capabilities/scans/build-map.ts";
import { newId } from "../../src/core/random-id.ts";
import { addAccount } from "../../src/state/accounts.ts";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import { addOrganization } from "../../src/state/organizations.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";

const AT = Date.parse("2026-11-21T06:00:00Z");

describeOnBoth("GET /api/nis2-map", (install) => {
  test("five organizations with proved domains and full scans make a cell; one that switches it off is not counted", async () => {
    const { operator, service } = await install();
    const { state } = operator.opened;
    const read = async () => (await service.fetch("/api/nis2-map")).json();
    expect(await read()).toMatchObject({ indicative: true, profile: "full", minimumOrganizations: 5, cells: [] });
    const scan = composedSql(
      "INSERT INTO scan (org_id, id, domain, profile, status, created_at, technical, detail) VALUES (?, ?, ?, ?, 'completed', ?, ?, ?)",
    );
    const detail = JSON.stringify({
      checks: [{ id: "mail.dmarc", status: "pass", reason: "enforced", weight: 3, article: ["h"], untrusted: {} }],
    });
    const organizations: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const [orgId, accountId] = [newId("organization"), newId("account")];
      const email = `${accountId}@firma.sk`;
      const account = { id: accountId, email, email_key: email, name: "A", locale: "sk" as const };
      await addAccount(state, { ...account, password_hash: null, email_verified_at: 1 }, 1);
      await addOrganization(state, { id: orgId, name: "A", country: "SK", ico: "31322832", created_by: accountId }, 1);
      await addDomain({ db: state, orgId }, { domain: "firma.sk", token: "t", added_by: accountId }, 1);
      await noteProof({ db: state, orgId }, "firma.sk", "dns", AT);
      await state.run(scan, orgId, newId("scan"), "firma.sk", "full", AT - 1_000, 60 + at, detail);
      // Neither an unproved domain, nor the public profile, nor an older scan of the same domain counts.
      await state.run(scan, orgId, newId("scan"), "unproved.sk", "full", AT - 900, 1, detail);
      await state.run(scan, orgId, newId("scan"), "firma.sk", "public", AT - 800, 1, detail);
      await state.run(scan, orgId, newId("scan"), "firma.sk", "full", AT - 5_000, 1, detail);
      organizations.push(orgId);
    }
    await state.run(composedSql("UPDATE organization SET in_map = 0 WHERE id = ?"), organizations[0] ?? "");
    const sectorOf = async () => "energy";
    await computeMap({ state, sectorOf }, AT);
    const first = await read();
    expect(first).toMatchObject({
      dataAsOf: "2026-11-21",
      methodologyUrl: expect.stringMatching(/\/sk\/nis2-radar#scan$/),
      cells: [
        {
          country: "SK",
          sector: "energy",
          organizations: 5,
          domains: 5,
          technical: { p25: 62, median: 63, p75: 64 },
          checks: [{ id: "mail.dmarc", pass: 5, warn: null, fail: null }],
        },
      ],
    });
    expect(JSON.stringify(first)).not.toMatch(/org_|firma\.sk|memory|compositions/);
    // The sixth takes part from the next day on: no figure changes, since the difference would be its own.
    await state.run(composedSql("UPDATE organization SET in_map = 1 WHERE id = ?"), organizations[0] ?? "");
    await computeMap({ state, sectorOf }, AT + 86_400_000);
    expect((await read()).cells).toEqual(first.cells);
    await state.run(composedSql("DELETE FROM organization WHERE id = ?"), organizations[1] ?? "");
    await computeMap({ state, sectorOf }, AT + 2 * 86_400_000);
    expect((await read()).cells).toEqual([{ country: "SK", sector: "energy", suppressed: true }]);
  });
});
