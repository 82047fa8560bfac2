import { expect, test } from "vitest";
import { newId } from "../../src/core/random-id.ts";
import { privatePages } from "../../src/faces/web/private-pages.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { proveDomain } from "./trust-profile.fixture.ts";

const OTHER = "Rozpoznateľná Alfa";
const ORGANIZATION = "/organizations/:organizationId";

/** The one place where a page may list the person's other organizations. */
const SWITCHER = /<details class="organization-switcher"[\s\S]*?<\/details>/g;

describeOnBoth("the address says which organization", (install) => {
  test("every page and file of one names it alone, while another is the default", { timeout: 300_000 }, async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, colleague] = [await person(here), await person(here)];
    const other = await organization(here, owner, { owner }, OTHER);
    const org = await organization(here, owner, { owner, member: colleague }, "Beta");
    await owner.browser.submit("/en/organizations", {}, `/en/organizations/${other}/activate`);
    const submit = (part: string, fields: Readonly<Record<string, string>>, page = part) =>
      owner.browser.submit(`/en/organizations/${org}${page}`, fields, `/en/organizations/${org}${part}`);
    await submit("/suppliers", { country: "SK", ico: "31322832" });
    const draft = await submit("/questionnaires", { mode: "quick" });
    const list = await submit("/lists", { name: "Klienti", country: "" });
    await proveDomain(here, org, "beta.sk");
    const scan = newId("scan");
    await here.operator.opened.state.run(
      composedSql(
        "INSERT INTO scan (org_id, id, domain, profile, status, created_at, finished_at, technical, detail) " +
          "VALUES (?, ?, 'beta.sk', 'public', 'completed', ?, ?, 80, '{}')",
      ),
      org,
      scan,
      NOW.getTime(),
      NOW.getTime(),
    );
    const last = (location: string | null) => location?.split("?")[0]?.split("/").at(-1) ?? "0";
    const known: Readonly<Record<string, string>> = {
      organizationId: org,
      accountId: colleague.id,
      code: "NIS2-21-2-C",
      supplier: "SK-31322832",
      questionnaireId: last(draft.location),
      scanId: scan,
      list: last(list.location),
      domain: "beta.sk",
      area: "incidents",
    };
    const reached: string[] = [];
    for (const { path, page, isFile } of privatePages) {
      if (page === undefined || !path.startsWith(ORGANIZATION)) continue;
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => known[name] ?? "0");
      const got = await owner.browser.get(`/en${filled}`);
      if (got.status !== 200) continue;
      reached.push(path);
      const shown = got.html.replaceAll(SWITCHER, "");
      expect([path, shown.includes(OTHER)]).toEqual([path, false]);
      expect([path, got.headers.get("Content-Disposition") ?? ""]).not.toEqual([path, expect.stringContaining("alfa")]);
      if (isFile || !got.html.startsWith("<!doctype html>")) continue;
      const heads = [...got.html.matchAll(/data-organization="([^"]*)"/g)].map(([, id]) => id);
      expect([path, heads]).toEqual([path, [org]]);
    }
    // What has no object here, or needs one of another kind, is looked at elsewhere.
    expect(reached.length).toBeGreaterThan(55);
  });
});
