import { expect, test } from "vitest";
import { capabilities } from "../../src/capabilities/index.ts";
import { DONE_CODES } from "../../src/core/done-code.ts";
import { CODE_TEXTS, FORM_TEXTS } from "../../src/faces/web/done/done-texts.ts";
import { hashToken } from "../../src/identity/token.ts";
import { raiseSession } from "../../src/state/sessions.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { fillIn, OPTIONS, proveDomain, proveFirm, publish, sendTrust } from "./trust-profile.fixture.ts";
import { type Got, visit, withoutCsrf } from "./visitor.fixture.ts";
import { giveApp, givePasskey, givePassword } from "./ways-in.fixture.ts";

const HOSTILE = 'Alfa <script>alert(1)</script> "& syn"';
const ESCAPED = "Alfa &lt;script&gt;alert(1)&lt;/script&gt;";
const PASSWORD = "seven green tables on a roof";

interface World extends Installation {
  readonly owner: PersonOfTest;
  readonly org: string;
}

const at = (org: string, part = "") => `/sk/organizations/${org}${part}`;

/** The code and the words with which a page says what was done; `null` where it says nothing. */
function saidOn({ html }: Got): readonly [string, string] | null {
  const line = /<p[^>]*role="status"[^>]*data-done="([^"]*)"[^>]*>([\s\S]*?)<\/p>/.exec(html);
  return line === null ? null : [line[1] ?? "", (line[2] ?? "").replaceAll(/<\/?bdi[^>]*>/g, "|")];
}

/** The first address on a page that fits; an empty text where none does. */
async function linkOn({ owner }: World, page: string, pattern: RegExp): Promise<string> {
  const links = [...(await owner.browser.get(page)).html.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link);
  return links.find((link) => pattern.test(link)) ?? "";
}

/** A question of section 12.1: how its list leads to it, whom or what it names, and what its form answers. */
interface Row {
  readonly says: string;
  readonly named: string | null;
  /** How the next page names it, where not in the same words. */
  readonly namedAfter?: string;
  readonly done: string;
  readonly fields?: Readonly<Record<string, string>>;
  address(world: World): Promise<string>;
}

const ROWS: readonly Row[] = [
  {
    says: "an invitation is withdrawn",
    named: "kolega@firma.sk",
    done: "withdrawn",
    address: async (world) => {
      const { owner, org } = world;
      const members = at(org, "/members");
      await owner.browser.submit(members, { email: "kolega@firma.sk", role: "viewer" }, at(org, "/invitations"));
      return linkOn(world, members, /\/withdraw$/);
    },
  },
  {
    says: "a calendar address ends",
    named: null,
    done: "revoked",
    address: async (world) => {
      await world.owner.browser.submit(at(world.org, "/calendar"), {});
      return linkOn(world, at(world.org, "/calendar"), /\/calendar\/revoke$/);
    },
  },
  {
    says: "a domain is removed",
    named: "firma.sk",
    done: "removed",
    address: async (world) => {
      await world.owner.browser.submit(at(world.org, "/domains"), { domain: "firma.sk" });
      return linkOn(world, at(world.org, "/domains"), /\/firma\.sk\/remove$/);
    },
  },
  {
    says: "a supplier leaves the list",
    named: "SLOVNAFT",
    namedAfter: "SK 31322832",
    done: "removed",
    address: async (world) => {
      await world.owner.browser.submit(at(world.org, "/suppliers"), { country: "SK", ico: "31322832" });
      return linkOn(world, at(world.org, "/suppliers/SK-31322832"), /\/remove$/);
    },
  },
  {
    says: "evidence is removed",
    named: "Certifikát &lt;b&gt;",
    done: "removed",
    address: async (world) => {
      const { owner, org } = world;
      const page = at(org, "/trust-profile/evidence");
      const { html } = await owner.browser.get(page);
      const csrf = /name="csrf" value="([^"]+)"/.exec(html.slice(html.indexOf("multipart")))?.[1] ?? "";
      const form = new FormData();
      for (const [name, value] of Object.entries({
        csrf,
        fieldId: "legalName",
        title: "Certifikát <b>",
        url: "https://firma.sk/iso",
        visibility: "public",
      }))
        form.append(name, value);
      await world.service.fetch(page, {
        method: "POST",
        body: form,
        redirect: "manual",
        headers: { Cookie: `dosah_session=${owner.browser.cookie}`, "Sec-Fetch-Site": "same-origin" },
      });
      return linkOn(world, page, /\/evidence\/evd_\w+\/remove$/);
    },
  },
  {
    says: "a share link is revoked",
    named: "Zákazník &lt;b&gt;",
    done: "revoked",
    address: async (world) => {
      await proveDomain(world, world.org);
      await proveFirm(world, world.org);
      await fillIn(world.owner, world.org);
      await publish(world.owner, world.org, { current: PASSWORD });
      const shares = at(world.org, "/trust-profile/shares");
      await world.owner.browser.submit(shares, { label: "Zákazník <b>", days: "30" });
      return linkOn(world, shares, /\/revoke$/);
    },
  },
];

describeOnBoth("a question before what cannot be undone", (install) => {
  async function open(): Promise<World & { readonly other: PersonOfTest }> {
    const here = await install(OPTIONS);
    const owner = await person(here);
    const [member, other] = [await person(here, { name: "Peter <b>" }), await person(here)];
    const org = await organization(here, owner, { member, owner: other }, HOSTILE);
    const now = NOW.getTime();
    await givePassword(here, owner, now);
    await givePasskey(here, owner, now, "http://localhost:3000");
    await giveApp(here, owner, now);
    await raiseSession(here.operator.opened.state, hashToken(owner.browser.cookie ?? ""));
    return { ...here, owner, other, org };
  }

  test("stands at every path of the list, changes nothing by itself, and its form says afterwards what happened", async () => {
    const world = await open();
    const { browser } = world.owner;
    for (const { says, named, namedAfter = named ?? "", done, fields = {}, address } of ROWS) {
      const path = await address(world);
      const asked = await browser.get(path);
      const word = path.split("/").at(-1);
      expect([says, path === "", asked.status, asked.html.includes(`data-question="${word}"`)]).toEqual([
        says,
        false,
        200,
        true,
      ]);
      if (named !== null) expect(asked.html, says).toMatch(new RegExp(`<h[12][^>]*>[^]*?<bdi[^>]*>[^<]*${named}`));
      // Under an organization the head names it.
      if (path.includes("/organizations/")) expect(asked.html, says).toContain(ESCAPED);
      expect(asked.html, says).toMatch(/class="button is-final"/);
      // Asked twice: nothing of the first look changed anything.
      expect(
        withoutCsrf((await browser.get(path)).html).replaceAll(
          /data-passkey-confirm="[^"]*"|data-challenge="[^"]*"/g,
          "",
        ),
        says,
      ).toBe(withoutCsrf(asked.html).replaceAll(/data-passkey-confirm="[^"]*"|data-challenge="[^"]*"/g, ""));
      const sent = await browser.submit(path, fields);
      expect([says, sent.status, sent.done]).toEqual([says, 303, done]);
      const next = sent.headers.get("Location") ?? "";
      const said = saidOn(await browser.get(next));
      expect([says, said?.[0]]).toEqual([says, done]);
      if (named !== null && done !== "ended") expect(said?.[1], says).toContain(namedAfter);
      // The next page ends the cookie: the same address says it without a name from then on.
      expect(saidOn(await browser.get(next))?.[1]).toBe(CODE_TEXTS[done as keyof typeof CODE_TEXTS].sk);
    }
  });

  test("of somebody else's thing, of an unknown one and of a stranger's organization is not found", async () => {
    const world = await open();
    const stranger = await person(world);
    for (const path of [
      "/sk/account/keys/key_00000000000000000000000000/revoke",
      "/sk/account/passkeys/unknown/remove",
      ...["/domains/x.sk/remove", "/suppliers/SK-00000001/remove", "/trust-profile/shares/shr_x/revoke"].map((part) =>
        at(world.org, part),
      ),
      ...["/invitations/inv_x/withdraw", "/trust-profile/evidence/evd_x/remove", "/scans/scn_x/remove"].map((part) =>
        at(world.org, part),
      ),
    ]) {
      expect([path, (await world.owner.browser.get(path)).status]).toEqual([path, 404]);
    }
    for (const part of ["/leave", "/calendar/revoke", "/domains/firma.sk/remove"]) {
      expect((await stranger.browser.get(at(world.org, part))).status).toBe(404);
    }
    // Who may not do it is not asked either.
    const viewer = await person(world);
    const org = await organization(world, stranger, { viewer });
    await stranger.browser.submit(at(org, "/domains"), { domain: "firma.sk" });
    expect((await viewer.browser.get(at(org, "/domains/firma.sk/remove"))).status).toBe(403);
  });

  test("the last owner reads that leaving is not possible; others leave, and the list says which organization", async () => {
    const world = await open();
    const { owner, other, org } = world;
    const left = await other.browser.submit(at(org, "/leave"), {});
    expect([left.status, left.location, left.done]).toEqual([303, "/sk/organizations", "left"]);
    const list = await other.browser.get(left.headers.get("Location") ?? "");
    expect(saidOn(list)).toEqual([
      "left",
      `Odišli ste z organizácie „|${ESCAPED} &quot;&amp; syn&quot;|“. Vaše kľúče ju už nečítajú.`,
    ]);
    const asked = await owner.browser.get(at(org, "/leave"));
    expect(asked.html).toContain("data-last-owner");
    expect(asked.html).not.toContain("is-final");
    const { csrf = "" } =
      /name="csrf" value="(?<csrf>[^"]+)"/.exec((await owner.browser.get("/sk/account")).html)?.groups ?? {};
    expect((await owner.browser.post(at(org, "/leave"), { csrf })).errors).toEqual(["last_owner"]);
  });

  test("what was done is said once, by a cookie that lives a minute, and never by the address", async () => {
    const world = await open();
    const { browser } = world.owner;
    await browser.submit(at(world.org, "/domains"), { domain: "firma.sk" });
    const sent = await browser.submit(at(world.org, "/domains/firma.sk/remove"), {});
    const cookie = sent.headers.getSetCookie().find((line) => line.startsWith("dosah_done="));
    expect(cookie).toMatch(/^dosah_done=[\w.-]+; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
    expect(sent.headers.get("Location")).toBe(at(world.org, "/domains?done=removed"));
    // Public pages neither set nor end it.
    expect((await browser.get("/sk/sources")).headers.getSetCookie()).toEqual([]);
    expect(browser.others.has("dosah_done")).toBe(true);
    await browser.get(at(world.org));
    expect(browser.others.has("dosah_done")).toBe(false);
    // A cookie of somebody else's making, and one of another code, say nothing more than the code.
    for (const [value, code] of [
      ["forged", "removed"],
      [/=([^;]+)/.exec(cookie ?? "")?.[1] ?? "", "saved"],
    ] as const) {
      browser.others.set("dosah_done", value);
      expect(saidOn(await browser.get(at(world.org, `/domains?done=${code}`)))?.[1]).toBe(CODE_TEXTS[code].sk);
    }
    for (const code of ["unknown", "<b>", ""]) {
      expect(saidOn(await browser.get(at(world.org, `/domains?done=${encodeURIComponent(code)}`)))).toBeNull();
    }
  });

  test("every code has its words on any private page, and who deleted the account reads it without a cookie", async () => {
    const world = await open();
    for (const code of DONE_CODES) {
      for (const page of ["/sk/account", at(world.org)]) {
        expect(saidOn(await world.owner.browser.get(`${page}?done=${code}`))).toEqual([code, CODE_TEXTS[code].sk]);
      }
    }
    const gone = await person(world);
    await givePassword(world, gone, NOW.getTime());
    const deleted = await gone.browser.submit("/sk/account/delete", { confirm: gone.email, current: PASSWORD });
    expect([deleted.status, deleted.headers.get("Location")]).toEqual([303, "/sk?done=deleted"]);
    expect(deleted.headers.getSetCookie().some((line) => line.startsWith("dosah_done="))).toBe(false);
    expect(saidOn(await visit(world.service).get("/sk?done=deleted"))?.[1]).toContain("Váš účet je zmazaný.");
    expect(saidOn(await visit(world.service).get("/sk?done=saved"))).toBeNull();
  });

  test("who publishes, saves and imports is told too", async () => {
    const world = await open();
    await fillIn(world.owner, world.org);
    const saved = await sendTrust(world.owner, world.org, "/profile", {});
    expect([saved.status, saved.done]).toEqual([303, "saved"]);
    expect((await publish(world.owner, world.org)).status).not.toBe(500);
  });
});

test("words are kept for forms that there are, and only for what they answer", () => {
  const forms = new Set(capabilities.map(({ name }) => name));
  for (const [name, texts] of Object.entries(FORM_TEXTS)) {
    expect(forms, name).toContain(name);
    for (const code of Object.keys(texts ?? {})) expect(DONE_CODES, name).toContain(code);
  }
});
