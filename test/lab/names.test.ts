import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { NOW, startTestService } from "../promises/service.fixture.ts";
import type { Site } from "./flawless.ts";
import { type Laboratory, laboratorySettings } from "./laboratory.ts";
import { openTrustedLaboratory, setUpPeople } from "./scan-service.fixture.ts";

let opened: Awaited<ReturnType<typeof openTrustedLaboratory>>;
let lab: Laboratory;

beforeAll(async () => {
  opened = await openTrustedLaboratory();
  lab = opened.lab;
});
afterAll(() => opened.close());

/** Anybody may send in the name of this domain. */
function isOpen(site: Site): void {
  site.records[site.domain] = { ...site.records[site.domain], TXT: ["v=spf1 +all"] };
  delete site.records[`_dmarc.${site.domain}`];
}

const mailOf = (verdicts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(verdicts).filter(([id]) => id.startsWith("mail.")));

describe("a name without mail of its own is judged by the mail of its domain:", () => {
  test.each([
    ["www", "without a mail server", {}],
    ["mail", "without a mail server", {}],
    ["eshop", "without a mail server", {}],
    ["www", "that says it takes no mail", { MX: ["0 ."] }],
  ])("%s %s", async (name, _how, records) => {
    const { domain } = await lab.site((site) => {
      isOpen(site);
      site.records[`${name}.${site.domain}`] = { A: [site.address], ...records };
    });
    const [whole, below] = [await lab.scan(domain), await lab.scan(`${name}.${domain}`)];
    expect(whole.verdicts["mail.spf"]).toBe("fail plus_all");
    expect(whole.verdicts["mail.dmarc"]).toBe("fail missing");
    expect(mailOf(below.verdicts)).toEqual(mailOf(whole.verdicts));
    expect([whole.record.mailDomain, below.record.mailDomain]).toEqual([undefined, domain]);
  });

  test("www has the score of the domain", async () => {
    const { domain } = await lab.site(isOpen);
    expect([(await lab.scan(domain)).technical, (await lab.scan(`www.${domain}`)).technical]).toEqual([79, 79]);
  });

  test("one with mail of its own is judged by that", async () => {
    const { domain } = await lab.site((site) => {
      isOpen(site);
      const own = { A: [site.address], MX: [`10 mail.${site.domain}`], TXT: ["v=spf1 mx -all"] };
      site.records[`pobocka.${site.domain}`] = own;
    });
    const { verdicts, record } = await lab.scan(`pobocka.${domain}`);
    expect([verdicts["mail.spf"], record.mailDomain]).toEqual(["pass strict", undefined]);
  });

  test("one whose mail was not seen says nothing", async () => {
    const { domain } = await lab.site((site) => {
      isOpen(site);
      lab.resolver.flags.set(`www.${site.domain}`, "servfail");
    });
    expect((await lab.scan(`www.${domain}`)).record.failure).toBe("resolver_failed");
  });
});

describeOnBoth("the firm is scanned, not the typed name", (install) => {
  const start = async () => {
    const installation = await install({ env: laboratorySettings(lab) });
    const people = await setUpPeople(installation);
    return { ...installation, people, owner: await people.key("owner") };
  };

  test("REST, list and command take www and mail for the domain below, and say which name each group is about", async () => {
    const { people, owner, run } = await start();
    const { domain } = await lab.site(isOpen);
    for (const name of [`www.${domain}`, `mail.${domain}`]) {
      const begun = await people.ask(owner, "POST", "/api/v1/scan", { domain: name });
      expect(begun.body).toMatchObject({ domain, readAs: "firm" });
    }
    const { body } = await vi.waitFor(
      async () => {
        const list = await people.ask(owner, "GET", "/api/v1/scan");
        const webHost = domain;
        expect(list.body.scans).toMatchObject([{ domain, webHost, status: "completed", scores: { technical: 79 } }]);
        return people.ask(owner, "GET", `/api/v1/scan/${list.body.scans[0].id}`);
      },
      { timeout: 60_000 },
    );
    expect(body.names).toEqual({ dns: domain, mail: domain, tls: domain, web: domain });
    const shown = await run(`scan www.${domain} --locale en`);
    expect(shown.out).toContain(`This is about the domain ${domain}`);
    expect(shown.out).toContain(`DNS: ${domain}, mail: ${domain}, encryption and web: ${domain}`);
    expect(JSON.parse((await run(`scan https://www.${domain}/kontakt --json`)).out)).toMatchObject({
      domain,
      readAs: "firm",
      scores: { technical: 79 },
    });
    const added = await run(`domain add www.${domain} --organization ${people.orgId} --json`);
    expect(JSON.parse(added.out)).toMatchObject({ domain, proof: { dns: { name: `_dosah-challenge.${domain}` } } });
    const verified = await run(`domain verify https://${domain}/ --organization ${people.orgId} --json`);
    expect(JSON.parse(verified.out)).toMatchObject({ domain, found: false });
  });
});

test("a pasted address is taken for the host in it, and the page says so in three languages", async () => {
  const service = await startTestService({ env: laboratorySettings(lab) });
  service.pass((Date.now() - NOW.getTime()) / 1000);
  const { domain } = await lab.site(isOpen);
  const sent = async (typed: string, locale = "en") =>
    service.fetch(`/${locale}/scan`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ domain: typed }).toString(),
    });
  const said = {
    sk: [`Zo zadanej adresy sme vzali doménu ${domain}.`, "patria k nej"],
    cs: [`Ze zadané adresy jsme vzali doménu ${domain}.`, "patří k ní"],
    en: [`The domain ${domain} was taken from the address you gave.`, "belong to it"],
  };
  for (const [locale, [address = "", firm = ""]] of Object.entries(said)) {
    const to = (await sent(`https://${domain}/kontakt`, locale)).headers.get("location") ?? "";
    expect(to).toBe(`/${locale}/scan?domain=${domain}&read=address`);
    const page = async (path: string) => (await (await service.fetch(path)).text()).replaceAll("\u00a0", " ");
    expect(await page(to)).toContain(address);
    expect(await page(`/${locale}/scan?domain=info@www.${domain}`)).toContain(firm);
  }
  expect((await sent("https://127.0.0.1/")).status).toBe(400);
  await service.close();
});
