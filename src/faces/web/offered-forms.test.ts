import { describe, expect, test } from "vitest";
import { z } from "zod";
import { COOKIES, webOver } from "../../../test/browser/web.fixture.ts";
import { defineCapability } from "../../capabilities/capability.ts";
import { capabilities } from "../../capabilities/index.ts";
import { ownKeyIssue } from "../../capabilities/keys/own-key-issue.ts";
import type { FormOffer } from "../../capabilities/offers.ts";
import { csrfTokenOf } from "../../identity/token.ts";
import { answerPage, withOfferedForms } from "./offered-forms.ts";
import { exampleOf } from "./path-parameters.ts";
import { paths } from "./paths.ts";
import { personal } from "./private-page.ts";
import { privatePages } from "./private-pages.ts";

const offered = capabilities.filter(({ form }) => form !== undefined);

describe("the form of a capability", () => {
  test.each(offered)("$name: every field is an argument, and no other field comes through", ({ input, form }) => {
    if (!(input instanceof z.ZodObject)) throw new Error("the input is no object");
    const route = privatePages.find(({ path }) => path === form?.path)?.form;
    const fields = typeof route?.fields === "function" ? [] : (route?.fields ?? []);
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining([...fields]));
    expect(fields).not.toContain("locale");
    expect(input.safeParse({ "?": "" }).error?.issues.map(({ code }) => code)).toContain("unrecognized_keys");
  });

  test.each(offered)("$name: a refused form is shown on a page again", ({ form }) => {
    expect(privatePages.find(({ path }) => path === form?.path)?.form?.shownOn).toBeTypeOf("function");
  });
});

test("each form stands on a page", async () => {
  const starting = { isOn: false, backupCodesLeft: 0, starting: null };
  const overview = { locale: "en", hasPassword: true, twoFactor: { isOn: true, backupCodesLeft: 9 }, passkeys: 0 };
  const linked = {
    ...overview,
    isLinked: true,
    appSince: null,
    ways: [],
    sessions: [],
    untrusted: { name: "Jana", email: "jana@firma.sk" },
  };
  const sites = [
    webOver(),
    webOver({ two_factor_status: () => ({ ...starting, isOn: true }), account_overview: () => linked }),
    webOver({ two_factor_status: () => starting }),
  ];
  const actions = new Set<string>();
  for (const { app } of sites) {
    for (const { path, example = path, page, who, isFile } of privatePages) {
      if (page === undefined || isFile) continue;
      for (const cookie of who === "anybody" ? ["", COOKIES.signed_in] : [COOKIES[who], COOKIES.afterReset]) {
        // These pages show their forms once a firm is chosen, and a customer asks.
        const asked = path.endsWith("/organizations/new") ? "?firm=SK-31322832&ask=x" : "";
        const several = path.endsWith("/new/several") ? "?firms=SK-31322832" : asked;
        const chosen = path.endsWith("/firm") ? "?to=CZ-45274649" : several;
        const html = await (await app.request(`/en${example}${chosen}`, { headers: { Cookie: cookie } })).text();
        for (const [, action = ""] of html.matchAll(/<form method="post" action="\/en([^"]*)"/g)) actions.add(action);
        // A script sends each change of such a form to a path of its own.
        for (const [, action = ""] of html.matchAll(/ data-autosave="\/en([^"]*)"/g)) actions.add(action);
      }
    }
  }
  const html = await (await webOver().app.request(`/en${paths.scan}`)).text();
  if (html.includes(`<form method="post" action="/en${paths.scan}"`)) actions.add(paths.scan);
  const stands = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
    return [...actions].some((action) => pattern.test(action));
  };
  const alone = privatePages.filter(({ path, form }) => form !== undefined && !stands(path));
  expect(alone.map(({ path }) => path)).toEqual([]);
});

describe("what was typed", () => {
  const send = async (fields: readonly (readonly [string, string])[]) => {
    const { app, asked } = webOver({ own_key_issue: () => ({ issued: null }) });
    const response = await app.request("/en/account/keys", {
      method: "POST",
      headers: {
        Cookie: COOKIES.signed_in,
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams([
        ["csrf", csrfTokenOf("s".repeat(43))],
        ...fields.map(([name, value]) => [name, value]),
      ]).toString(),
    });
    return { status: response.status, args: asked.find(({ name }) => name === ownKeyIssue.name)?.args };
  };

  test("nothing typed into a field that may be left out is nothing sent, and a list takes several values", async () => {
    const scopes = [
      ["scopes", "scan:write"],
      ["scopes", "trust:write"],
    ] as const;
    const { status, args } = await send([["name", "CI"], ["once", "1"], ["expires", ""], ...scopes]);
    expect(status).toBe(303);
    const reach = { reach: "all", organization: [] };
    expect(args).toEqual({
      ...reach,
      name: "CI",
      scopes: ["scan:write", "trust:write"],
      once: "1",
      current: "",
      locale: "en",
    });
  });

  test("a field twice, one that the form does not have, and one that the path gives are refused", async () => {
    for (const more of [
      ["name", "b"],
      ["keyId", "1"],
      ["locale", "sk"],
    ] as const) {
      expect(await send([["name", "CI"], ["once", "1"], more])).toEqual({ status: 400, args: undefined });
    }
  });
});

describe("an offer that cannot work stops the start", () => {
  const page = () => new Response();
  const routes = [personal("/things", { page })];
  const start = (form: Omit<FormOffer<object>, "cost">, isShown = false) => {
    const thing = defineCapability({
      name: "thing_add",
      access: "public",
      input: z.strictObject({ id: z.string() }),
      form: { ...form, cost: { rows: ["person_write"] } },
      run: () => ({}),
    });
    return withOfferedForms(routes, [thing], isShown ? [answerPage(thing, page)] : []);
  };

  test("a parameter that is no argument", () => {
    expect(() => start({ path: "/things/:other", leadsTo: "", done: "saved" })).toThrow("no argument");
  });

  test("no page to lead to, or two", () => {
    expect(() => start({ path: "/things" })).toThrow("no page");
    expect(() => start({ path: "/things", leadsTo: "" }, true)).toThrow("to two");
  });

  test("no page to show a refused form on", () => {
    expect(() => start({ path: "/other", leadsTo: "", done: "saved" })).toThrow("stands on no page");
  });

  test("one that leads on without a word of what it did, unless it is a way into an account", () => {
    expect(() => start({ path: "/things", leadsTo: "" })).toThrow("says not what it did");
    expect(start({ path: "/things", leadsTo: "", isOpen: true })).toHaveLength(1);
  });

  test("one that works has its form", () => {
    const [route] = start({ path: "/things", leadsTo: "", done: "saved" });
    expect([route?.path, route?.form?.fields]).toEqual(["/things", ["id"]]);
    expect(exampleOf("/things/:id")).toBe("/things/0");
  });
});
