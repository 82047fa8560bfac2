import { expect, test } from "vitest";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { organization, person } from "./organization.fixture.ts";
import { fillIn, OPTIONS, proveDomain, publish } from "./trust-profile.fixture.ts";
import { visit, withoutCsrf } from "./visitor.fixture.ts";

/** Who is asked: the roles of the organization, an owner of another one, and somebody who is not signed in. */
const WHO = ["viewer", "member", "admin", "owner", "stranger", "nobody"] as const;

const READ = { viewer: 200, member: 200, admin: 200, owner: 200, stranger: 404, nobody: 303 } as const;
const MANAGERS = { viewer: 403, member: 403, admin: 200, owner: 200, stranger: 404, nobody: 303 } as const;

/** Pages of the editor and what each of them gets. */
const PAGES: Readonly<Record<string, Readonly<Record<(typeof WHO)[number], number>>>> = {
  "": READ,
  "/profile": READ,
  "/security_practices": READ,
  "/evidence": READ,
  "/preview": READ,
  "/export.json": READ,
  "/export.csv": READ,
  "/shares": MANAGERS,
};

/** Acts: who may not, gets 403 (or 404 from outside); who may, something else, since the forms are empty. */
const ACTS: Readonly<Record<string, readonly (typeof WHO)[number][]>> = {
  "/profile": ["member", "admin", "owner"],
  "/evidence": ["member", "admin", "owner"],
  "/import": ["member", "admin", "owner"],
  "/publish": ["admin", "owner"],
  "/slug": ["admin", "owner"],
  "/shares": ["admin", "owner"],
  "/choices": ["admin", "owner"],
  "/withdraw": ["admin", "owner"],
  "/delete": ["admin", "owner"],
};

describeOnBoth("the table of roles of a trust profile", (install) => {
  const prepare = async () => {
    const here = await install(OPTIONS);
    const [viewer, member, admin] = [await person(here), await person(here), await person(here)];
    const [owner, stranger] = [await person(here), await person(here)];
    const org = await organization(here, owner, { owner, admin, member, viewer });
    await organization(here, stranger, { owner: stranger });
    await proveDomain(here, org);
    await fillIn(owner, org);
    expect((await publish(owner, org)).status).toBe(303);
    const browsers = { viewer, member, admin, owner, stranger, nobody: { browser: visit(here.service) } };
    return { here, org, browsers };
  };

  test("pages of the draft are for every role of the organization, share links for owners and administrators", {
    timeout: 60_000,
  }, async () => {
    const { org, browsers } = await prepare();
    for (const [page, expected] of Object.entries(PAGES)) {
      const seen: Record<string, number> = {};
      for (const who of WHO) {
        seen[who] = (await browsers[who].browser.get(`/en/organizations/${org}/trust-profile${page}`)).status;
      }
      expect([page, seen]).toEqual([page, expected]);
    }
  });

  test("acts are for those of the table alone; a foreign organization and one that never was get the same", {
    timeout: 60_000,
  }, async () => {
    const { here, org, browsers } = await prepare();
    const tokens: Partial<Record<(typeof WHO)[number], string>> = {};
    const csrfOf = async (who: (typeof WHO)[number]) => {
      const known =
        tokens[who] ??
        /name="csrf" value="([^"]+)"/.exec((await browsers[who].browser.get("/en/account")).html)?.[1] ??
        "";
      tokens[who] = known;
      return known;
    };
    for (const [act, allowed] of Object.entries(ACTS)) {
      const path = `/en/organizations/${org}/trust-profile${act}`;
      const may: string[] = [];
      for (const who of WHO) {
        const { status } = await browsers[who].browser.post(path, { csrf: await csrfOf(who) });
        // The last ones of the table delete what the others need: only who may not is asked.
        if (![403, 404].includes(status) && who !== "nobody") may.push(who);
        if (act === "/withdraw" || act === "/delete") {
          if (allowed.includes(who)) break;
        }
      }
      const reached = act === "/withdraw" || act === "/delete" ? ["admin"] : allowed;
      expect([act, may]).toEqual([act, reached]);
    }
    const csrf = await csrfOf("stranger");
    const foreign = await browsers.stranger.browser.post(`/en/organizations/${org}/trust-profile/publish`, { csrf });
    const made = await browsers.stranger.browser.post(
      "/en/organizations/org_00000000000000000000000000/trust-profile/publish",
      { csrf },
    );
    expect([foreign.status, withoutCsrf(foreign.html).replaceAll(org, "")]).toEqual([
      made.status,
      withoutCsrf(made.html).replaceAll("org_00000000000000000000000000", ""),
    ]);
    expect(here.service.logged.join("")).not.toContain('"level":50');
  });
});
