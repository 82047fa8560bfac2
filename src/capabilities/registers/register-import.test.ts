import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, czechRegister, SK, slovakRegisters } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { registerImport } from "./register-import.ts";

let dosah: TestServices;

beforeAll(async () => {
  dosah = await openTestServices();
});

afterAll(() => dosah.close());

const published = () => readFileSync(join(dosah.dir, "data", "registers", "registers.db"));

async function importFile(text: string | Buffer, args: object) {
  const file = join(dosah.dir, "register");
  writeFileSync(file, text);
  return (await dosah.call(registerImport, { file, ...args }, [], { address: null })).answer;
}

describe("an import", () => {
  test("says what was read and published, by country and format", async () => {
    const answer = await importFile(gzipSync(czechRegister.text), { country: "CZ", format: "res" });
    expect(answer).toMatchObject({
      country: "CZ",
      format: "res",
      skipped: 0,
      firstSkipped: [],
      dataAsOf: "2026-09-15",
    });
    expect(answer.companies).toBeGreaterThanOrEqual(Object.keys(CZ).length);
    expect(answer.rows).toBeGreaterThanOrEqual(answer.companies);
  });

  test.each(slovakRegisters.map(({ format, text }) => [format, text] as const))(
    "takes %s for Slovakia",
    async (format, text) => {
      expect((await importFile(text, { country: "SK", format, asOf: "2026-11-20" })).companies).toBeGreaterThanOrEqual(
        Object.keys(SK).length,
      );
    },
  );

  test("of a row that cannot be used says its line", async () => {
    const text = `${slovakRegisters[1]?.text}{"ico": "not a number"}\n`;
    const { skipped, firstSkipped } = await importFile(text, { country: "SK", format: "ruz" });
    expect(skipped).toBe(1);
    expect(firstSkipped).toEqual([{ line: Object.keys(SK).length + 1, reason: expect.stringMatching(/\S/) }]);
  });
});

describe("a file that cannot be used changes nothing and says why:", () => {
  test.each<[string, string, object, RegExp]>([
    ["another format", "a,b,c\n1,2,3\n", { country: "CZ", format: "res" }, /:1|line 1|column/i],
    [
      "a cut-off publication",
      '{"type":"header","country":"SK","count":5}\n',
      { country: "SK", format: "nis2-register" },
      /not whole|5/,
    ],
    ["the register of another country", czechRegister.text, { country: "SK", format: "res" }, /CZ|country/],
    [
      "activities beside another format",
      "{}",
      { country: "SK", format: "ruz", activities: "/nowhere" },
      /activities|res/i,
    ],
    ["an empty file", "", { country: "SK", format: "rpo" }, /\S/],
  ])("%s", async (_case, text, args, message) => {
    const before = published();
    await expect(importFile(text, args)).rejects.toMatchObject({
      problem: {
        code: "invalid_arguments",
        message: { en: expect.stringMatching(message) },
        nextStep: { en: expect.stringContaining("Nothing was changed") },
      },
    });
    expect(published().equals(before)).toBe(true);
  });

  test("a file that is not there", async () => {
    const gone = dosah.call(registerImport, { country: "CZ", format: "res", file: "/nowhere/res.csv" }, [], {
      address: null,
    });
    await expect(gone).rejects.toMatchObject({ problem: { code: "invalid_arguments" } });
  });
});

describe("arguments", () => {
  test.each<[string, object, string]>([
    ["an unknown format", { country: "CZ", format: "csv" }, "format"],
    ["no country", { format: "res" }, "country"],
    ["a day that does not exist", { country: "CZ", format: "res", asOf: "2026-02-30" }, "asOf"],
  ])("%s is refused with the field", async (_case, args, field) => {
    await expect(importFile("", args)).rejects.toMatchObject({ problem: { code: "invalid_arguments", field } });
  });
});

test("only the operator on the machine itself may import", async () => {
  const asked = dosah.call(registerImport, { country: "CZ", format: "res", file: "x" }, [], { address: "192.0.2.1" });
  await expect(asked).rejects.toMatchObject({ problem: { code: "unauthorized" } });
});
