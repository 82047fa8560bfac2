import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { capabilities } from "../../src/capabilities/index.ts";
import { NACE_COLUMNS } from "../../src/capabilities/opendata/nace-columns.ts";
import { SETTINGS, type Setting } from "../../src/config/settings.ts";
import type { RowSubject } from "../../src/core/cost.ts";
import { PROBLEM_CODES } from "../../src/core/problem.ts";
import { STATUS } from "../../src/faces/rest/problem-reply.ts";
import { BODY_LIMIT } from "../../src/faces/rest/transport-problems.ts";
import { loadLimits } from "../../src/knowledge/limits.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { FILE_REGISTERS } from "../../src/sources/registers/registers.ts";
import { anchorsOf, documentationPages, plain, proseOf, ROOT, readPage, tableOf } from "./markdown.ts";

const connect = readPage("docs/connect.md");

/** How a default stands in the documentation. */
function writtenDefault({ default: value, defaultText }: Setting): string {
  return defaultText ?? (value === undefined || value === "" ? "unset" : value);
}

test("every setting is documented with its default, and nothing else is", () => {
  const rows = tableOf(readPage("docs/settings.md"), "variable");
  const documented = rows.map(([name = "", value = "", meaning = ""]) => [plain(name), plain(value), meaning !== ""]);
  const known = Object.values<Setting>(SETTINGS).map((setting) => [setting.name, writtenDefault(setting), true]);
  expect(documented.toSorted()).toEqual(known.toSorted());
});

test("every limit is documented with what it counts and its numbers, in the order of the table", () => {
  const rows = tableOf(readPage("docs/limits.md"), "row");
  const number = (calls: number | undefined) => (calls === undefined ? "–" : String(calls));
  const inWords: Readonly<Record<string, string>> = {
    access_requests: "requests for answers of a profile that are not public",
    signatures: "signatures of profiles that are checked",
    rows: "rows of these tables that the register file is asked for",
    pages: "pages that look firms up, search or evaluate",
    requests: "pages and files without a dearer row that are not made once",
    reads: "private pages, tools and reads with a key",
    writes: "forms and writes",
    files: "documents and exports",
    uploads: "forms with a file",
    share_uses: "pages and files that a share link opens",
    feed_uses: "reads of a feed or calendar by its secret address",
    evidence: "public evidence files that are sent whole",
    organizations: "organizations that somebody founds",
    scan_orders: "scans that somebody orders",
    keys: "wrong keys",
    sign_ins: "attempts to sign in",
    failed_sign_ins: "wrong passwords for an account, known or not",
    failed_sign_ins_known: "wrong passwords for an account from a browser that signed in to it before",
    reset_mails: "mails with a new password",
    invitations: "invitations",
    sign_ups: "forms that create an account",
    mails: "mails that others asked for",
    codes: "wrong codes of a second factor",
    complaints: "complaints about supplier profiles",
    looks: "looks for the number of a firm on its website",
    quick_checks: "quick checks of a domain without an account",
    proofs: "look-ups of a proof of ownership",
  };
  const bySubject: Readonly<Record<RowSubject, string>> = {
    address: "address",
    person: "person",
    organization: "organization",
    share: "secret address",
    connection: "connection",
    browser: "browser and account",
    recipient: "recipient",
    shared: "all callers together",
  };
  const counted = (what: string) =>
    what.startsWith("tool ") ? `tool \`${what.slice(5)}\`` : (inWords[what] ?? `\`${what}\``);
  expect(rows).toEqual(
    loadLimits(KNOWLEDGE_DIR).map(({ name, subject, counts, perMinute, perHour, perDay, steps }) => [
      `\`${name}\``,
      `${bySubject[subject]}${steps === true ? ", networks too" : ""}`,
      counts.map(counted).join(", "),
      number(perMinute),
      number(perHour),
      number(perDay),
    ]),
  );
});

test("every tool is documented, and nothing else is", () => {
  const tools = capabilities.filter(({ mcp, access }) => mcp !== undefined && access === "public");
  expect(
    tableOf(connect, "tool")
      .map(([name = ""]) => plain(name))
      .toSorted(),
  ).toEqual(tools.map(({ name }) => name).toSorted());
});

test("every endpoint is documented, and nothing else is", () => {
  const offers = capabilities.flatMap(({ rest = [] }) => rest).map(({ method, path }) => `${method} ${path}`);
  const documented = tableOf(connect, "endpoint").map(([name = ""]) => plain(name));
  expect(documented.toSorted()).toEqual([...offers, "GET /api/openapi.json"].toSorted());
});

test("every problem code is documented with its status, and the codes of tools are named", () => {
  const rows = tableOf(connect, "code").map(([code = "", status = ""]) => [plain(code), Number(status)]);
  expect(Object.fromEntries(rows)).toEqual(STATUS);
  const sentence = proseOf(connect)
    .split("\n")
    .find((line) => line.startsWith("An MCP tool answers with the codes"));
  expect([...(sentence ?? "").matchAll(/`(\w+)`/g)].map(([, code]) => code).toSorted()).toEqual(
    [...PROBLEM_CODES].toSorted(),
  );
  expect(connect.text).toContain(`larger than ${BODY_LIMIT / 1024} KiB`);
});

test("every format of a register file is documented with its country", () => {
  const rows = tableOf(readPage("docs/registers.md"), "`--format`").map(([format = "", country]) => [
    plain(format),
    country,
  ]);
  expect(rows).toEqual(FILE_REGISTERS.map(({ id, country }) => [id, country]));
});

test("every dataset is documented with its address, and every column of the table", async () => {
  const page = readPage("docs/open-data.md");
  const paths = capabilities.flatMap(({ rest = [] }) => rest).map(({ path }) => path);
  const documented = tableOf(page, "dataset").map(([, address = ""]) => plain(address));
  const files = ["/api/opendata", "/api/opendata/changelog", "/api/opendata/dcat"];
  expect(documented.toSorted()).toEqual(
    paths.filter((path) => path.startsWith("/api/opendata") && !files.includes(path)).toSorted(),
  );
  expect(tableOf(page, "column").map(([name = "", meaning]) => [plain(name), meaning])).toEqual(
    Object.entries(NACE_COLUMNS).map(([name, meaning]) => [name, meaning.en]),
  );
});

describe("links between the pages lead somewhere", () => {
  test.each(documentationPages().map((page) => [page.path, page] as const))("of %s", (path, page) => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => target);
    for (const link of links.filter((target) => !/^[a-z]+:/.test(target))) {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      expect(existsSync(join(ROOT, target)), `${path} links to ${link}`).toBe(true);
      if (anchor === undefined) continue;
      expect(anchorsOf(readPage(target)), `${path} links to ${link}`).toContain(anchor);
    }
  });
});
