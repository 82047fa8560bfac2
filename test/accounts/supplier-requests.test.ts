import { get } from "node:http";
import { expect, test } from "vitest";
import { remindAsks } from "../../src/capabilities/suppliers/remind-asks.ts";
import { newId } from "../../src/core/random-id.ts";
import { NO_COPY, setFirm } from "../../src/state/organizations.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { fillIn, proveDomain, proveFirm, publish } from "./trust-profile.fixture.ts";
import { mailsTo, outboxOf, visit } from "./visitor.fixture.ts";

const OPTIONS = { limits: GENEROUS, env: { TRUST_PROXY: "loopback" } } as const;
const SLOVNAFT = "SK-31322832";
const TO = "bezpecnost@slovnaft.sk";
const SHOWN = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" } as const;

/** Asks for a page with headers that `fetch` sets by itself. @returns its status */
function open(address: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(address, { headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    }).on("error", reject);
  });
}

const suppliersOf = (org: string, part = "") => `/en/organizations/${org}/suppliers${part}`;

describeOnBoth("a request to a supplier", (install) => {
  const opened = async () => {
    const here = await install(OPTIONS);
    const owner = await person(here, { name: "Jana Nová", email: "nova@kurier-zlty.sk" });
    const org = await organization(here, owner, { owner }, "Typed <b>name</b> https://evil.example");
    await setFirm(
      { db: here.operator.opened.state, orgId: org },
      {
        country: "SK",
        ico: "36536776",
        ...NO_COPY,
        firm_name: "Kuriér Žltý, s. r. o.",
        firm_seat: "Žilina",
        firm_listed: 1,
      },
      1,
    );
    await owner.browser.submit(suppliersOf(org), { country: "SK", ico: "31322832" });
    return { here, owner, org };
  };
  const ask = async (
    { here, owner, org }: { here: Installation; owner: PersonOfTest; org: string },
    { email = TO, remind = "", locale = "en" } = {},
  ) => {
    const path = suppliersOf(org, `/${SLOVNAFT}/ask`).replace("/en/", `/${locale}/`);
    const sent = await owner.browser.submit(path, { email, confirm: "1", ...(remind === "" ? {} : { remind }) });
    const mail = (await mailsTo(here.service, email)).at(-1);
    return { sent, mail, link: mail?.link ?? "" };
  };
  const stateOf = async ({ browser }: PersonOfTest, org: string) =>
    JSON.parse((await browser.get(suppliersOf(org, ".json"))).html).suppliers[0].ask;

  test("names firms as the registers have them and who approved it, in three languages; nothing that anybody typed", async () => {
    const world = await opened();
    const said = {
      sk: "Kuriér Žltý, s. r. o. (IČO 36536776) vedie vašu firmu SLOVNAFT",
      cs: "Kuriér Žltý, s. r. o. (IČO 36536776) vede vaši firmu SLOVNAFT",
      en: "Kuriér Žltý, s. r. o. (IČO 36536776) lists your firm SLOVNAFT",
    };
    for (const [locale, first] of Object.entries(said)) {
      const { sent, mail } = await ask(world, { email: `${locale}@slovnaft.sk`, locale });
      expect(sent.status).toBe(303);
      expect(mail?.text.startsWith(first), mail?.text).toBe(true);
      expect(mail?.text).toContain("(IČO 31322832)");
      expect(mail?.text).toContain(world.owner.email);
      expect(mail?.text).not.toMatch(/Typed|evil\.example|Jana/);
    }
  });

  test("its page says who asks, for what, how long and until when, without a sign-in, a cookie or a trace of the token", async () => {
    const world = await opened();
    const { link } = await ask(world);
    const visitor = visit(world.here.service);
    const page = await visitor.get(link);
    expect(page.status).toBe(200);
    for (const hook of ["data-asker", 'data-questions="40"', 'data-minutes="40"']) expect(page.html).toContain(hook);
    for (const words of ["Kuriér Žltý, s. r. o.", "36 536 776", "Žilina", world.owner.email, "Article 21(2)(d)"]) {
      expect(page.html.replaceAll("\u00a0", " "), words).toContain(words);
    }
    expect(page.html).not.toMatch(/Typed|evil\.example/);
    expect(page.headers.get("Set-Cookie")).toBeNull();
    expect([page.headers.get("Cache-Control"), page.headers.get("X-Robots-Tag")]).toEqual(["no-store", "noindex"]);
    const token = link.split("/").at(-1) ?? "?";
    expect(world.here.service.logged.join("")).not.toContain(token);
    // A wrong one, one that was changed, and one of a firm that is no supplier any more: all alike.
    const answers = new Set<string>();
    const gone = async (address: string) => {
      const got = await visitor.get(address);
      expect(got.status).toBe(404);
      answers.add(got.html.replaceAll(address.slice(3), "PATH"));
    };
    await gone("/en/supplier-requests/x");
    await gone(`/en/supplier-requests/${"0".repeat(64)}`);
    await gone(link.replace(/.$/, (last) => (last === "0" ? "1" : "0")));
    await world.owner.browser.submit(suppliersOf(world.org, `/${SLOVNAFT}/remove`), {});
    await gone(link);
    expect(answers.size).toBe(1);
  });

  test("is opened by a browser that shows the page, not by a program that checks links; the asker learns that and no more", async () => {
    const world = await opened();
    const { owner, org, here } = world;
    const { link } = await ask(world);
    const visitor = visit(here.service);
    for (const headers of [{}, { "Sec-Fetch-Mode": "navigate" }, { ...SHOWN, "Sec-Fetch-Dest": "image" }]) {
      expect(await open(`${here.service.url}${link}`, headers)).toBe(200);
    }
    expect(await stateOf(owner, org)).toBe("asked");
    await open(`${here.service.url}${link}`, SHOWN);
    expect(await stateOf(owner, org)).toBe("opened");
    expect((await owner.browser.get(suppliersOf(org))).html).toContain('data-ask="opened"');
    const declined = await visitor.submit(link, { reason: "not_supplier" }, `${link}/decline`);
    expect([declined.status, declined.location]).toEqual([303, link]);
    expect(await stateOf(owner, org)).toBe("declined");
    expect((await visitor.submit(link, { reason: "curse" }, `${link}/decline`)).status).toBe(400);
    const page = (await owner.browser.get(suppliersOf(org, `/${SLOVNAFT}`))).html;
    expect(page).toContain("we are not its supplier");
    // Stopped by the other link of the mail.
    const [mail] = await mailsTo(here.service, TO);
    const stop = /https?:\/\/[^/\s]+(\/en\/supplier-requests\/stop\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    await visitor.submit(stop, {});
    expect(await stateOf(owner, org)).toBe("stopped");
    expect((await visitor.get(link)).status).toBe(404);
  });

  test("leads a supplier that knows nothing to a published profile, and the asker sees each step", async () => {
    const world = await opened();
    const { here, owner, org } = world;
    const { link } = await ask(world);
    const supplier = await person(here, { name: "Eva", email: "eva@slovnaft.sk" });
    const page = (await supplier.browser.get(link)).html;
    const start = /href="(\/en\/organizations\/new\?[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(start).toContain(`firm=${SLOVNAFT}`);
    // Signed out, the way leads through the sign-in and back.
    expect((await visit(here.service).get(start)).location).toBe(`/en/sign-in?next=${encodeURIComponent(start)}`);
    const made = await supplier.browser.submit(start, {}, "/en/organizations");
    const own = made.location?.split("?")[0]?.split("/").at(-1) ?? "";
    expect(await stateOf(owner, org)).toBe("started");
    await proveDomain(here, own);
    await proveFirm(here, own);
    expect(await fillIn(supplier, own)).toEqual([303, 303]);
    expect((await publish(supplier, own)).status).toBe(303);
    expect(await stateOf(owner, org)).toBe("published");
    // Asked again, the person goes on where they are, or names the profile.
    const { link: second } = await ask(world, { email: "other@slovnaft.sk" });
    const again = /href="(\/en\/organizations\/new\?[^"]*)"/.exec((await supplier.browser.get(second)).html)?.[1];
    const path = `/en/organizations/${own}/trust-profile/start`;
    const gone = await supplier.browser.submit(again?.replaceAll("&amp;", "&") ?? "", {}, path);
    expect([gone.status, gone.location]).toEqual([303, `/en/organizations/${own}/trust-profile`]);
    const slug = JSON.parse((await owner.browser.get(suppliersOf(org, ".json"))).html).suppliers[0].profile.slug;
    const stranger = visit(here.service);
    const wrong = await stranger.submit(second, { address: "https://evil.example/trust/x" }, `${second}/profile`);
    expect([wrong.status, wrong.errors[0]]).toEqual([400, "profile_unknown"]);
    const told = await stranger.submit(
      second,
      { address: `http://localhost:3000/sk/trust/${slug}` },
      `${second}/profile`,
    );
    expect([told.status, told.location]).toEqual([303, second]);
    expect((await owner.browser.get(suppliersOf(org, `/${SLOVNAFT}`))).html).toContain(`/en/trust/${slug}`);
  });

  test("stays when who asked leaves, without their name; it ends after 60 days, and with the organization", async () => {
    const world = await opened();
    const { here, owner, org } = world;
    const { link } = await ask(world);
    const heir = await person(here, { email: "heir@kurier-zlty.sk" });
    await here.run(`member add --organization ${org} --email ${heir.email} --role owner`);
    await owner.browser.submit(`/en/organizations/${org}/leave`, {}, `/en/organizations/${org}/leave`);
    const page = (await visit(here.service).get(link)).html;
    expect(page).toContain("Kuriér Žltý");
    expect(page).not.toContain(owner.email);
    here.service.pass(61 * 86_400);
    expect((await visit(here.service).get(link)).status).toBe(404);
  });

  test("is reminded of once after 14 days where its asker wanted it and nobody opened it, by the same link", async () => {
    const world = await opened();
    const { here, owner, org } = world;
    await owner.browser.submit(suppliersOf(org), { country: "SK", ico: "36403008" });
    const { link } = await ask(world, { remind: "1" });
    await ask(world, { email: "no@slovnaft.sk" });
    const opener = await ask(world, { email: "opened@slovnaft.sk", remind: "1" });
    await open(`${here.service.url}${opener.link}`, SHOWN);
    const { state, services, privateHalf } = here.operator.opened;
    const { sealing } = privateHalf.accounts;
    let at = NOW.getTime();
    const remind = async (days: number) => {
      at += days * 86_400_000;
      await remindAsks({ state, services, sealing }, () => at, new AbortController().signal);
    };
    await remind(13);
    await remind(2);
    const [, reminder] = await mailsTo(here.service, TO, 2);
    expect(reminder?.text.startsWith("A reminder of the request of")).toBe(true);
    expect(reminder?.link).toBe(link);
    // Done again, on the same night and on a later one, it sends nothing more.
    await remind(0);
    await remind(15);
    expect(outboxOf(here.service.dataDir)).toHaveLength(4);
    expect((await owner.browser.get(suppliersOf(org, `/${SLOVNAFT}`))).html).toContain("reminded");
  });

  test("a request of another firm, or a made-up one, starts nothing and costs nobody an organization", async () => {
    const world = await opened();
    const { here, owner, org } = world;
    const { link } = await ask(world);
    const token = link.split("/").at(-1) ?? "";
    const stranger = await person(here);
    for (const [firm, sent] of [
      ["SK-36403008", token],
      ["SK-36403008", "x"],
    ] as const) {
      const made = await stranger.browser.submit(
        "/en/organizations/new?firm=none",
        { firm, name: "Beta", ask: sent, again: "1" },
        "/en/organizations",
      );
      expect(made.status).toBe(303);
    }
    expect(await stateOf(owner, org)).toBe("asked");
    const other = await organization(here, stranger, { owner: stranger });
    const path = `/en/organizations/${other}/trust-profile/start`;
    const csrf = /name="csrf" value="([^"]+)"/.exec((await stranger.browser.get("/en/account")).html)?.[1] ?? "";
    for (const id of [org, newId("organization")]) {
      const got = await stranger.browser.post(path.replace(other, id), { csrf, ask: token });
      expect(got.status).toBe(404);
    }
  });
});
