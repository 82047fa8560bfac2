import { afterAll, beforeAll, expect, test } from "vitest";
import { addDomain, noteProof } from "../../src/state/domains.ts";
import { composedSql } from "../../src/state/sql.ts";
import { trustProfileOf } from "../../src/state/trust-profiles.ts";
import { organization, person, signIn } from "../accounts/organization.fixture.ts";
import { FIELDS, fillIn, publish, readJson, sendTrust } from "../accounts/trust-profile.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import type { Site } from "./flawless.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";
import { openTrustedLaboratory } from "./scan-service.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

const HTML = [["Content-Type", "text/html; charset=utf-8"]] as const;
const page = (body: string) => ({ headers: HTML, body: `<!doctype html><html><body>${body}</body></html>` });
const leads = (location: string) => ({ status: 302, headers: [["Location", location]] }) as const;
const ICO = "31322832";

type Pages = NonNullable<Site["https"]>;

/** A site with these pages alone. */
const siteOf = (pages: Pages, change: (site: Site) => void = () => {}) =>
  lab.site((site) => {
    site.https = pages;
    change(site);
  });

describeOnBoth("the number of a firm on its website", (install) => {
  /** An organization of SLOVNAFT whose proved main domain is a site of the laboratory, with answers for a profile. */
  const start = async (here: Installation, domain: string) => {
    const owner = await person(here);
    await signIn(here, owner, Date.now());
    const org = await organization(here, owner, { owner });
    await prove(here, org, domain);
    expect(await fillIn(owner, org, { primaryDomain: domain })).toEqual([303, 303]);
    return { owner, org };
  };
  const prove = async ({ operator }: Installation, org: string, domain: string) => {
    const { state } = operator.opened;
    await addDomain({ db: state, orgId: org }, { domain, token: "token", added_by: "test" }, NOW.getTime());
    await noteProof({ db: state, orgId: org }, domain, "dns", NOW.getTime());
  };
  const open = async () => {
    const here = await install({ limits: GENEROUS, env: { ...laboratorySettings(lab), TRUST_PROXY: "loopback" } });
    // Certificates of the laboratory are made by the real clock.
    here.service.pass((Date.now() - NOW.getTime()) / 1000);
    return here;
  };

  test("is found where people see it, on the pages that a firm has for it, and nowhere else", {
    timeout: 120_000,
  }, async () => {
    const here = await open();
    const cases: readonly (readonly [string, Pages, string])[] = [
      ["on the start page", { "/": page(`<p>IČO: 313 228 32</p>`) }, "found"],
      [
        "on the third link",
        {
          "/": page('<a href="/o-nas">O nás</a><a href="/privacy">x</a><a href="/kontakt">Kontakt</a>'),
          "/kontakt": page("<p>Píšte</p>"),
          "/o-nas": page("<p>My</p>"),
          "/privacy": page(`<table><tr><td>IČO</td><td>${ICO}</td></tr></table>`),
        },
        "found",
      ],
      ["behind a redirect of the start page", { "/": leads("/sk/"), "/sk/": page(`IČO ${ICO}`) }, "found"],
      [
        "in an attribute, a comment and a script",
        { "/": page(`<p title="IČO: ${ICO}"><!-- IČO: ${ICO} --><script>"IČO: ${ICO}"</script>`) },
        "absent",
      ],
      ["of another firm", { "/": page("IČO: 36631124") }, "absent"],
      ["of nine digits, as a tax number", { "/": page(`IČO: ${ICO}1, DIČ: ${ICO}, IČ DPH: SK${ICO}`) }, "absent"],
      [
        "behind a link to another host",
        { "/": page('<a href="https://kontakt-lab.sk/kontakt">Kontakt</a>') },
        "absent",
      ],
      ["on a site that leads in circles", { "/": leads("/a"), "/a": leads("/") }, "unreachable"],
      ["on a site that leads to HTTP", { "/": leads("http://other-lab.sk/") }, "unreachable"],
      ["on a start page that is missing", { "/": { status: 404, body: "IČO: 31322832" } }, "unreachable"],
    ];
    for (const [name, pages, outcome] of cases) {
      const { domain } = await siteOf(pages);
      const { org } = await start(here, domain);
      const { out, code } = await here.run(`trust look --organization ${org}`);
      const [found] = out.split(/\s/);
      const codes: Readonly<Record<string, number>> = { found: 0, unreachable: 3 };
      expect([name, found, code]).toEqual([name, outcome, codes[outcome] ?? 1]);
    }
  });

  test("with a certificate of another name nothing is read; without a proved domain or a firm nobody is asked", async () => {
    const here = await open();
    const { domain } = await siteOf({ "/": page(`IČO: ${ICO}`) }, (site) => {
      site.tls = { identity: lab.certificate({ name: "other", names: ["other-lab.sk"] }) };
    });
    const { org } = await start(here, domain);
    const look = async () => (await here.run(`trust look --organization ${org}`)).out.split(/\s/)[0];
    expect(await look()).toBe("certificate");
    const { state } = here.operator.opened;
    await state.run(composedSql("UPDATE domain SET verified_at = NULL WHERE org_id = ?"), org);
    expect(await look()).toBe("domain_not_proved");
    await state.run(composedSql("UPDATE organization SET ico = NULL WHERE id = ?"), org);
    expect(await look()).toBe("firm_unknown");
  });

  test("a page of ten megabytes costs its first one, a slow one nothing more than its time", async () => {
    const here = await open();
    const { domain } = await siteOf({ "/": page(`${"x ".repeat(5_000_000)} IČO: ${ICO}`) });
    const { org } = await start(here, domain);
    expect((await here.run(`trust look --organization ${org}`)).out).toContain("absent");
  });

  test("the button finds it, publication finds it by itself, and what falls away is said", async () => {
    const here = await open();
    let stated = true;
    const { domain } = await siteOf({
      "/": (_request, response) => {
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(stated ? `<p>SLOVNAFT, a.s., IČO: ${ICO}</p>` : "<p>SLOVNAFT</p>");
      },
    });
    const { owner, org } = await start(here, domain);
    const editor = `/en/organizations/${org}/trust-profile`;
    expect((await owner.browser.get(editor)).html).toContain('data-firm-proof="none"');
    expect((await publish(owner, org)).errors).toEqual([]);
    const { text } = await readJson(here, "/trust/slovnaft.json");
    expect(JSON.parse(text)).toMatchObject({
      country: "SK",
      ico: ICO,
      identity: { method: "imprint", firmChecked: true },
      untrusted: { primaryDomain: domain, statedFirm: { country: "SK", ico: ICO } },
    });
    const shown = (await readJson(here, "/en/trust/slovnaft")).text;
    expect(shown).toContain('data-firm-checked="imprint"');
    expect(shown).toContain(`href="https://${domain}/"`);
    const looked = await sendTrust(owner, org, "/proof", {}, "");
    expect([looked.status, looked.location]).toEqual([303, expect.stringContaining("imprint=found")]);
    const after = (await owner.browser.get(looked.location ?? "")).html;
    expect(after).toContain('data-imprint="found"');
    expect(after).toContain('data-firm-proof="imprint"');
    stated = false;
    const gone = await sendTrust(owner, org, "/proof", {}, "");
    const page_ = (await owner.browser.get(gone.location ?? "")).html;
    expect(page_).toContain('data-imprint="absent"');
    expect(page_).toContain(`We did not find IČO ${ICO} on ${domain}`);
    expect(here.service.logged.filter((line) => line.includes("trust_claim"))).toHaveLength(1);
    const report = { reason: "our_firm", message: "It is ours" };
    expect((await owner.browser.submit("/en/trust/slovnaft/report", report)).status).toBe(303);
    expect((await here.run("trust complaints")).out).toContain("slovnaft  our_firm  It is ours");
    const claims = await here.run("trust claims --json");
    expect(JSON.parse(claims.out).claims).toMatchObject([
      {
        country: "SK",
        ico: ICO,
        method: "imprint",
        nameSeen: true,
        isPublished: true,
        disputes: 1,
        untrusted: { domain },
      },
    ]);
    expect((await here.run("trust claims --new 7")).out).toContain(`SK ${ICO}  imprint`);
  });

  test("a profile of the domain alone has no number, is found by none, and rises when the website states it", async () => {
    const here = await open();
    let stated = false;
    const { domain } = await siteOf({
      "/": (_request, response) => {
        response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
        response.end(stated ? `<p>IČO: ${ICO}</p>` : "<p>x</p>");
      },
    });
    const { owner, org } = await start(here, domain);
    expect((await publish(owner, org)).errors).toEqual([]);
    const read = async () => JSON.parse((await readJson(here, "/trust/slovnaft.json")).text);
    expect(await read()).toMatchObject({
      country: null,
      ico: null,
      nameDiffers: null,
      identity: { method: "domain", firmChecked: false },
      untrusted: { name: FIELDS.legalName, registerName: null, statedFirm: { country: "SK", ico: ICO } },
    });
    const nobody = await here.service.tool("supplier_trust_profile", { ico: ICO });
    expect(nobody.structuredContent.error.code).toBe("not_found");
    expect(await here.service.tool("supplier_trust_profile", { ico: ICO, slug: "slovnaft" })).toEqual(nobody);
    const { content } = await here.service.tool("supplier_trust_profile", { slug: "slovnaft", locale: "en" });
    expect(content[0].text).toMatch(/^Published supplier profile, firm not checked: \d+ of 21 /);
    const shown = (await readJson(here, "/en/trust/slovnaft")).text;
    expect(shown).toContain('data-firm-checked="no"');
    expect(shown).not.toContain('"identifier"');
    stated = true;
    expect((await sendTrust(owner, org, "/proof", {}, "")).status).toBe(303);
    expect(await read()).toMatchObject({ ico: ICO, revision: 2, identity: { method: "imprint" } });
    expect((await trustProfileOf(here.operator.opened.state, org))?.ico).toBe(ICO);
    const first = await readJson(here, "/trust/slovnaft.jws.json?revision=1");
    expect(first.status).toBe(200);
  });
});
