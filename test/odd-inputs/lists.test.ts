import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { organization, type PersonOfTest, person } from "../accounts/organization.fixture.ts";
import { sendMultipart } from "../accounts/upload.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { runDosah } from "../promises/run-command.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";

/** Lists of firms as spreadsheets give them, through every door that takes a list. */

const utf8 = (text: string) => new TextEncoder().encode(text);

/** What came, and the firms that it names. */
const LISTS: Readonly<Record<string, readonly [bytes: Uint8Array<ArrayBuffer>, firms: readonly string[]]>> = {
  "two columns pasted from a spreadsheet": [
    utf8("Názov\tIČO\nSLOVNAFT, a.s.\t31322832\nŠkoda Auto a.s.\t00177041\n"),
    ["CZ-00177041", "SK-31322832"],
  ],
  "semicolons behind a byte order mark": [
    utf8("\ufeffNázov;IČO\r\nSLOVNAFT, a.s.;31322832\r\nŠkoda Auto a.s.;00177041\r\n"),
    ["CZ-00177041", "SK-31322832"],
  ],
  "bytes of Windows-1250": [
    Uint8Array.from(Buffer.from("N\xe1zov;I\xc8O\r\n\x8akoda Auto a.s.;00177041\r\n", "latin1")),
    ["CZ-00177041"],
  ],
  "a number and a name of one line": [utf8("31322832, SLOVNAFT, a.s.\n"), ["SK-31322832"]],
  "numbers whose zeros a spreadsheet dropped": [
    utf8("2739\n493\n5886\n"),
    ["CZ-00000493", "CZ-00002739", "CZ-00005886"],
  ],
  "numbers as they are pasted": [
    utf8("SK31322832\nCZ 452 74 649\n'00177041\n\u200b49240901;\n"),
    ["CZ-00177041", "CZ-45274649", "CZ-49240901", "SK-31322832"],
  ],
};

interface Opened extends Installation {
  readonly jana: PersonOfTest;
  readonly org: string;
  readonly key: string;
}

type Door = (here: Opened, bytes: Uint8Array<ArrayBuffer>) => Promise<readonly string[]>;

const named = ({ country, ico }: { readonly country: string | null; readonly ico: string }) => `${country}-${ico}`;

function fileOf({ operator }: Opened, bytes: Uint8Array): string {
  const file = join(operator.dir, "list.csv");
  writeFileSync(file, bytes);
  return file;
}

const table = async ({ service, key }: Opened, path: string, bytes: Uint8Array<ArrayBuffer>) => {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" };
  const answer = await service.fetch(path, { method: "POST", headers, body: bytes });
  expect(answer.status).toBe(200);
  return answer.json();
};

async function madeList({ service, key, org }: Opened): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ organizationId: org, name: "Portfólio" });
  const made = await service.fetch("/api/v1/lists", { method: "POST", headers, body });
  const answer = await made.json();
  return answer.list?.id ?? answer.id ?? "";
}

const rowsOf = async ({ service, key }: Opened, list: string) => {
  const headers = { Authorization: `Bearer ${key}` };
  const { items } = await (await service.fetch(`/api/v1/lists/${list}/rows`, { headers })).json();
  return items.map(named);
};

const DOORS: Readonly<Record<string, Door>> = {
  "a batch over REST": async (here, bytes) => (await table(here, "/api/v1/batch/scope-check", bytes)).rows.map(named),
  "the command of a batch": async (here, bytes) => {
    const { out } = await here.run(`batch ${fileOf(here, bytes)} --format json`);
    return JSON.parse(out).rows.map(named);
  },
  "the command of a scope": async (here, bytes) => {
    const { out } = await runDosah(here.operator.call, ["scope", "-", "--csv", "--locale", "en"], bytes);
    const [, ...lines] = out.trim().split("\r\n");
    return lines.map((line) => line.split(",")).map(([, ico = "", country = ""]) => named({ country, ico }));
  },
  "a list over REST": async (here, bytes) => {
    const list = await madeList(here);
    await table(here, `/api/v1/lists/${list}/rows`, bytes);
    return rowsOf(here, list);
  },
  "the page of a list": async (here, bytes) => {
    const list = await madeList(here);
    const path = `/en/organizations/${here.org}/lists/${list}/import`;
    const file = new File([bytes], "list.csv");
    const { html } = await sendMultipart(here, here.jana, path, { mode: "add", file });
    const [, plan = ""] = /data-plan="([^"]*)"/.exec(html) ?? [];
    expect((await sendMultipart(here, here.jana, path, { mode: "add", file, plan })).status).toBe(303);
    return rowsOf(here, list);
  },
  "the page of clients": async (here, bytes) => {
    const { html } = await sendMultipart(here, here.jana, "/en/organizations/import", {
      country: "",
      file: new File([bytes], "list.csv"),
    });
    const numbers = [...html.matchAll(/<span class="number">\s*(SK|CZ)([^<]*)</g)];
    return numbers.map(([, country = "", typed = ""]) => named({ country, ico: typed.replaceAll(/\D/g, "") }));
  },
  "the page of suppliers": async (here, bytes) => {
    const path = `/en/organizations/${here.org}/suppliers/import`;
    const { html } = await sendMultipart(here, here.jana, path, { text: "", file: new File([bytes], "list.csv") });
    return [...html.matchAll(/<li>\s*((?:SK|CZ)-\d{8})/g)].map(([, firm = ""]) => firm);
  },
  "the command of suppliers": async (here, bytes) => {
    const words = `supplier import --organization ${here.org} --file ${fileOf(here, bytes)}`;
    const { rows } = JSON.parse((await here.run(`${words} --dry-run --json`)).out);
    const { code, err } = await here.run(words);
    expect([code, err]).toEqual([0, bytes.includes(0x8a) ? "Read as Windows-1250; check the letters." : ""]);
    return rows.map(({ supplier }: { supplier: string }) => supplier);
  },
  "the page of several firms": async ({ service }, bytes) => {
    const text = new TextDecoder("windows-1250").decode(bytes);
    const list = bytes.includes(0x8a) ? text : new TextDecoder().decode(bytes);
    const html = await (await service.fetch(`/en/firms?${new URLSearchParams({ list })}`)).text();
    const linked = [...html.matchAll(/\/en\/firma\/(sk|cz)\/(\d{8})"/g)];
    return [...new Set(linked.map(([, at = "", ico = ""]) => named({ country: at.toUpperCase(), ico })))];
  },
};

const judging = Object.keys(DOORS).filter((door) => /batch|scope|several/.test(door));
const keeping = Object.keys(DOORS).filter((door) => !judging.includes(door));

describeOnBoth("a list of firms", (install) => {
  test.each([
    ["judges it", judging],
    ["keeps it", keeping],
  ])("is read as it is meant by every door that %s", async (_does, doors) => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const jana = await person(here);
    const org = await organization(here, jana);
    const key = (await here.run(`key issue --email ${jana.email} --name agent --scope watch:write`)).out;
    for (const door of doors) {
      for (const [what, [bytes, firms]] of Object.entries(LISTS)) {
        const read = await DOORS[door]?.({ ...here, jana, org, key }, bytes);
        expect([door, what, read?.toSorted()]).toEqual([door, what, firms]);
      }
    }
  });
});
