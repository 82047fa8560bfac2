import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "../config.ts";
import { openDenyList, readDenyList } from "./deny-list.ts";

let dir: string;
let file: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "dosah-deny-"));
  file = join(dir, "deny.txt");
});
afterEach(() => rmSync(dir, { recursive: true }));

const read = (text: string | Uint8Array) => {
  writeFileSync(file, text);
  const { domains, wrong } = readDenyList(file);
  return { domains: [...domains], wrong };
};

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

describe("a line whose meaning is plain is read:", () => {
  test.each<[string, string | Uint8Array, string[]]>([
    ["a domain", "firma-lab.sk", ["firma-lab.sk"]],
    ["capital letters, a full stop and blanks", "  FIRMA-lab.sk. \n", ["firma-lab.sk"]],
    ["a name below the domain", "www.firma-lab.sk\n", ["firma-lab.sk"]],
    ["the address of its site", "https://firma-lab.sk/\n", ["firma-lab.sk"]],
    ["an address with path, port and fragment", "HTTP://www.firma-lab.sk:8080/a?b#c", ["firma-lab.sk"]],
    ["an address without its scheme", "firma-lab.sk/kontakt", ["firma-lab.sk"]],
    ["all names below it", "*.firma-lab.sk", ["firma-lab.sk"]],
    ["the same as cookies say it", ".firma-lab.sk", ["firma-lab.sk"]],
    ["letters with marks", "žiadna.sk\nhttps://žiadna.sk/", ["xn--iadna-tib.sk"]],
    ["a private suffix", "github.io", ["github.io"]],
    ["comments", "# of 2026\nfirma.sk # asked in May\n#end", ["firma.sk"]],
    [
      "line ends of three systems, and a mark at the start",
      "\ufeffa.sk\r\nb.sk\rc.sk\nd.sk",
      ["a.sk", "b.sk", "c.sk", "d.sk"],
    ],
    ["UTF-16", utf16("a.sk\r\nb.sk\r\n"), ["a.sk", "b.sk"]],
    ["UTF-16 in the other order", utf16("a.sk\r\nb.sk", true), ["a.sk", "b.sk"]],
    ["nothing", "", []],
  ])("%s", (_what, text, domains) => {
    expect(read(text)).toEqual({ domains, wrong: [] });
  });
});

describe("a line that is not understood is named, and stops the start:", () => {
  test.each([
    "a.sk, b.sk",
    "a.sk b.sk",
    "a.sk;b.sk",
    "jedenslovo",
    "10.0.0.1",
    "info@firma.sk",
    "https://jana:heslo@firma.sk/",
    "*.*.firma.sk",
    "www*.firma.sk",
    "firma..sk",
    "firma.s k",
    "Please leave us alone",
    "f\u0000i\u0000r\u0000m\u0000a\u0000.\u0000s\u0000k",
  ])("%j", (line) => {
    writeFileSync(file, `good.sk\n${line}\n`);
    expect(readDenyList(file)).toEqual({ domains: new Set(["good.sk"]), wrong: [2] });
    let problem = "";
    try {
      openDenyList(file, { error: () => undefined });
    } catch (thrown) {
      problem = thrown instanceof ConfigError ? thrown.problems.join() : String(thrown);
    }
    expect(problem).toContain("SCAN_DENY_FILE");
    expect(problem).toContain("SCAN_DENY_FILE: line 2 is no domain name");
    expect(problem).toContain(file);
    expect(problem).not.toContain(line);
  });

  test("bytes that are no text, and a file that is not there", () => {
    writeFileSync(file, Buffer.from([0x66, 0xff, 0x2e, 0x73, 0x6b]));
    expect(() => openDenyList(file, { error: () => undefined })).toThrow(ConfigError);
    expect(() => openDenyList(join(dir, "none"), { error: () => undefined })).toThrow(ConfigError);
  });
});

test("a line that is not understood later takes nothing from what the list said before", () => {
  const said: unknown[] = [];
  writeFileSync(file, "a.sk\n");
  const list = openDenyList(file, { error: (fields: unknown) => said.push(fields) });
  const held = () => ["a.sk", "b.sk", "c.sk"].filter((domain) => list.has(domain));
  expect([held(), list.health()]).toEqual([["a.sk"], "ok"]);
  writeFileSync(file, "b.sk\nc.sk d.sk\n");
  for (let turn = 0; turn < 3; turn++) expect([held(), list.health()]).toEqual([["a.sk", "b.sk"], "unreadable"]);
  // Once for each change of the file, not for each question.
  expect(said).toEqual([{ lines: [2] }]);
  writeFileSync(file, "b.sk\n");
  expect([held(), list.health()]).toEqual([["b.sk"], "ok"]);
  rmSync(file);
  expect([held(), list.health()]).toEqual([["b.sk"], "unreadable"]);
  writeFileSync(file, "c.sk\n");
  expect([held(), list.health()]).toEqual([["c.sk"], "ok"]);
});

test("a question costs a look at the file and no reading of it, however long the list is", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `firma${n}.sk`).join("\n");
  const costOf = (count: number) => {
    writeFileSync(file, lines(count));
    const list = openDenyList(file, { error: () => undefined });
    const rounds = Array.from({ length: 5 }, () => {
      const began = performance.now();
      for (let n = 0; n < 500; n++) list.has("firma1.sk");
      return performance.now() - began;
    });
    return Math.min(...rounds);
  };
  // A ratio: twenty thousand lines cost no more than two, give or take a busy machine.
  expect(costOf(20_000) / costOf(2)).toBeLessThan(10);
});
