import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cost, rowsOf } from "../core/cost.ts";
import { LOCALES } from "../core/locale.ts";
import { loadLimits } from "../knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../knowledge/load.ts";
import { knownArguments } from "./calling/expectations.ts";
import { capabilities } from "./index.ts";

const rows = loadLimits(KNOWLEDGE_DIR);

const rowsIn = (offer: { readonly cost: Cost } | undefined): readonly string[] =>
  offer === undefined ? [] : rowsOf(offer.cost);

test("every capability has a name of its own, and a published one texts", () => {
  const names = capabilities.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const published = capabilities.flatMap((capability) => capability.published ?? []);
  expect(published.length).toBeGreaterThan(40);
  for (const { title, description } of published) {
    for (const text of typeof title === "string" ? [title] : LOCALES.map((locale) => title[locale])) {
      expect(text.length).toBeGreaterThan(2);
    }
    expect(description.length).toBeGreaterThan(20);
  }
});

test("every capability that answers people takes a locale", () => {
  for (const { name, input, mcp, rest } of capabilities) {
    if (mcp !== undefined || rest !== undefined) expect(knownArguments(input), name).toContain("locale");
  }
});

test("every limit that a capability names is a row of the limits table", () => {
  const known = new Set(rows.map(({ name }) => name));
  for (const { name, mcp, rest = [], web, form, file } of capabilities) {
    const named = [...rowsIn(mcp), ...rest.flatMap(rowsIn), ...rowsIn(form), ...rowsIn(file), ...(web?.rows ?? [])];
    for (const limit of named) expect(known.has(limit), `${name} names ${limit}`).toBe(true);
  }
});

test("every call that a row of the limits table counts is counted under it", () => {
  const isCounted = (call: string, row: string): boolean | undefined => {
    const [kind = "", what = ""] = call.split(" ");
    const tool = capabilities.find(({ name }) => kind === "tool" && name === what)?.mcp;
    const offer = capabilities
      .flatMap(({ rest = [] }) => rest)
      .find(({ method, path }) => method === kind && path === what);
    return tool === undefined && offer === undefined ? undefined : rowsIn(tool ?? offer).includes(row);
  };
  for (const { name, counts } of rows) {
    for (const call of counts) expect(isCounted(call, name) ?? true, `${call} is counted under ${name}`).toBe(true);
  }
});

test("no tool of the operator is offered to the outside", () => {
  for (const { name, access, mcp, rest, web, form, file } of capabilities) {
    if (access === "operator") expect([mcp, rest, web, form, file], name).toEqual(new Array(5).fill(undefined));
  }
});

/** They ask every tool there is: a tool of which nothing else is asked has no test of its own. */
const ASK_ALL = ["test/promises/foreign-text.test.ts", "test/mcp/real-service.test.ts"];

test("every tool has a test of its own, which calls it by its name or imports its file", () => {
  const root = join(import.meta.dirname, "../..");
  const tests = globSync("{src,test}/**/*.{test,contract}.{ts,tsx}", { cwd: root }).filter(
    (file) => !ASK_ALL.includes(file),
  );
  const texts = tests.map((file) => readFileSync(join(root, file), "utf8"));
  const isTested = (name: string) =>
    texts.some((text) => text.includes(`"${name}"`) || text.includes(`/${name.replaceAll("_", "-")}.ts"`));
  const untested = capabilities.filter(({ name, mcp }) => mcp !== undefined && !isTested(name));
  expect(untested.map(({ name }) => name)).toEqual([]);
  expect(isTested(["nis2", "unheard", "of"].join("_"))).toBe(false);
});

test("only what starts a session, or ends all of an account, does not ask for that of the browser inside its change", () => {
  const leaveOut = capabilities.filter(({ startsSession }) => startsSession === true);
  const names = leaveOut.map(({ name }) => name).toSorted();
  expect(names).toEqual(["oidc_finish", "passkey_sign_in", "reset_password", "sign_in"]);
  for (const { access } of leaveOut) expect(access).toBe("visitor");
});

test("on the way to a second factor only that way is open, and the way out", () => {
  const openTo = (kind: "challenged" | "set_up") =>
    capabilities.filter((each) => each.openTo?.includes(kind)).map(({ name }) => name);
  expect(openTo("challenged").toSorted()).toEqual(["second_factor", "second_factor_ways", "sign_out"]);
  expect(openTo("set_up").toSorted()).toEqual([
    "passkey_add",
    "passkey_list",
    "sign_out",
    "two_factor_confirm",
    "two_factor_start",
    "two_factor_status",
  ]);
});
