import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import type { ScanCheckId } from "../../src/core/scan-checks.ts";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

const typed = { evidenceNote: "", responsiblePerson: "", lastReviewedAt: "", nextReviewAt: "" };

describeOnBoth("the register beside scans", (install) => {
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback", SCAN_WORKER: "off" } });
    const owner = await person(here);
    const org = await organization(here, owner);
    const { state } = here.operator.opened;
    const register = `/organizations/${org}/obligations`;
    const setState = async (code: string, status: string) => {
      const saved = await owner.browser.submit(`/sk${register}/${code}`, { ...typed, status });
      expect(saved.status).toBe(303);
    };
    let scans = 0;
    /** A completed scan; each is newer than the ones before. */
    const scanned = async (
      domain: string,
      found: readonly (readonly [id: ScanCheckId, status: "pass" | "warn" | "fail", reason: string, weight: number])[],
    ) => {
      const id = newId("scan");
      const checks = found.map(([check, status, reason, weight]) => {
        return { id: check, status, reason, weight, article: ["h"], untrusted: {} };
      });
      scans += 1;
      await state.run(
        composedSql(
          "INSERT INTO scan (org_id, id, domain, profile, status, created_at, detail) VALUES (?, ?, ?, 'public', 'completed', ?, ?)",
        ),
        org,
        id,
        domain,
        NOW.getTime() + scans,
        JSON.stringify({ checks }),
      );
      return id;
    };
    const remarks = async (path: string) => {
      const { html } = await owner.browser.get(path);
      return [...html.matchAll(/<(?:span|p)[^>]*data-disagrees="scan">(.*?)<\/(?:span|p)>/gs)].map(
        ([, inner = ""]) => inner,
      );
    };
    const row = async (code: string) => {
      const { html } = await owner.browser.get(`/en${register}`);
      return new RegExp(`<tr id="${code}".*?</tr>`, "s").exec(html)?.[0] ?? "";
    };
    return { here, owner, org, register, states: setState, scanned, remarks, row };
  };

  test("an obligation that is stated met while a check of weight 2 or 3 under it fails says so, with a link to the finding; the status stays", async () => {
    const { org, register, states, scanned, remarks, row } = await open();
    await states("NIS2-21-2-H", "met");
    await states("NIS2-21-2-E", "partial");
    const id = await scanned("firma.sk", [
      ["mail.dmarc", "fail", "missing", 3],
      ["tls.cipher", "warn", "cbc", 2],
      ["web.hsts", "pass", "year", 2],
      ["web.securityTxt", "fail", "expired", 1],
    ]);
    const link = (locale: string) => `href="/${locale}/organizations/${org}/scans/${id}#mail.dmarc"`;
    const shown = await row("NIS2-21-2-H");
    expect(shown).toContain('data-status="met"');
    expect(shown).toContain("stated met, the scan disagrees");
    expect(shown).toContain(link("en"));
    expect(shown).toContain("firma.sk");
    for (const [locale, words] of [
      ["sk", "uvedené ako splnené, sken nesúhlasí"],
      ["cs", "uvedeno jako splněné, sken nesouhlasí"],
      ["en", "stated met, the scan disagrees"],
    ] as const) {
      const list = await remarks(`/${locale}${register}`);
      // One obligation, one finding: what warns, passes, or weighs 1 is none, nor is one that is not stated met.
      expect(list, locale).toHaveLength(1);
      expect(list[0]?.replaceAll("\u00a0", " ")).toContain(words);
      expect(list[0]?.match(/<a /g)).toHaveLength(1);
      const entry = await remarks(`/${locale}${register}/NIS2-21-2-H`);
      expect(entry).toHaveLength(1);
      expect(entry[0]).toContain(link(locale));
    }
    expect(await remarks(`/en${register}/NIS2-21-2-E`)).toEqual([]);
  });

  test("the newest scan of a domain counts; with a proved domain those of other domains are those of suppliers", async () => {
    const { here, org, owner, register, states, scanned, remarks } = await open();
    const list = () => remarks(`/en${register}`);
    await states("NIS2-21-2-H", "met");
    expect(await list()).toEqual([]);
    await scanned("firma.sk", [["tls.expiry", "fail", "expired", 3]]);
    expect(await list()).toHaveLength(1);
    await scanned("firma.sk", [["tls.expiry", "pass", "valid", 3]]);
    expect(await list()).toEqual([]);
    await scanned("dodavatel.sk", [["tls.expiry", "fail", "expired", 3]]);
    expect(await list()).toHaveLength(1);
    const { state } = here.operator.opened;
    await addDomain({ db: state, orgId: org }, { domain: "firma.sk", token: "t", added_by: owner.id }, 1);
    await noteProof({ db: state, orgId: org }, "firma.sk", "dns", 1);
    expect(await list()).toEqual([]);
    await scanned("www.firma.sk", [["tls.expiry", "fail", "expired", 3]]);
    expect(await list()).toHaveLength(1);
  });
});
