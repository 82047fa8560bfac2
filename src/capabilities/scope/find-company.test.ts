import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "../../../test/promises/register-files.fixture.ts";
import { openTestServices, type TestServices } from "../../../test/promises/service.fixture.ts";
import { LOCALES } from "../../core/locale.ts";
import type { Services } from "../contexts.ts";
import { findCompany } from "./find-company.ts";

/** A number with a right check digit that is in no register here, and one with a wrong digit. */
const ABSENT = "45274649";
const MISTYPED = "45274640";

let whole: TestServices;
let sample: TestServices;

beforeAll(async () => {
  whole = await openTestServices({ files: registerFiles });
  sample = await openTestServices();
});

afterAll(() => {
  whole.close();
  sample.close();
});

describe("a number", () => {
  test.each([
    ["leading zeros left out", "010065"],
    ["blanks inside", "000 10 065"],
    ["blanks around", " 00010065 "],
    ["no-break blanks of a web page", "00\u00a0010\u202f065"],
  ])("with %s is the same number", async (_case, text) => {
    expect((await findCompany(text, "CZ", whole.opened.services)).company.ico).toBe(CZ.publicBody);
  });

  test("of zeros alone cannot exist and is no look-up", async () => {
    await expect(findCompany("00000000", undefined, whole.opened.services)).rejects.toMatchObject({
      problem: { code: "invalid_arguments", field: "ico" },
    });
  });

  test("that nobody has and whose check digit is wrong gets an error that says so", async () => {
    const error = findCompany(MISTYPED, undefined, whole.opened.services);
    await expect(error).rejects.toMatchObject({
      problem: { code: "not_found", field: "ico", message: { en: expect.stringContaining("check digit is wrong") } },
    });
  });

  test("that nobody has in whole registers is said to be in no register", async () => {
    await expect(findCompany(ABSENT, undefined, whole.opened.services)).rejects.toMatchObject({
      problem: { code: "not_found", message: { en: "There is no company with this number in the register." } },
    });
  });

  test("that only the sample lacks says nothing about the firm, in every language and with a next step", async () => {
    const error = await findCompany("00010006", undefined, sample.opened.services).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      problem: { code: "source_unavailable", message: { en: expect.stringContaining("not in the shipped sample") } },
    });
    expect(error).not.toHaveProperty("problem.retryAfter");
    for (const locale of LOCALES) {
      expect(error).toMatchObject({ problem: { nextStep: { [locale]: expect.stringMatching(/scope-evaluate/) } } });
    }
  });
});

describe("precedence", () => {
  test("is Czech where no country is named, and the Slovak firm is kept beside it", async () => {
    const { company, alternatives } = await findCompany(CZ.twin, undefined, whole.opened.services);
    expect(company.country).toBe("CZ");
    expect(alternatives.map(({ company: { country, ico } }) => [country, ico])).toEqual([["SK", SK.twin]]);
  });
});

describe("a register that does not answer", () => {
  /** The real registers behind a line to one of them that is down: only the network is replaced. */
  const down = (silent: "CZ" | "SK", retryAfter?: number): Services => ({
    ...whole.opened.services,
    registers: {
      ...whole.opened.services.registers,
      find: async (ico, country) =>
        country === silent
          ? {
              kind: "unavailable",
              cause: new Error("secret cause"),
              ...(retryAfter === undefined ? {} : { retryAfter }),
            }
          : whole.opened.services.registers.find(ico, country),
    },
  });

  test.each([
    ["the only one asked", CZ.essential, "CZ", "CZ"],
    ["the one that has precedence, while the other does not know the number", ABSENT, undefined, "CZ"],
    ["one of two, while the other does not know the number", ABSENT, undefined, "SK"],
  ] as const)("is an outage, not an absence: %s", async (_case, ico, country, silent) => {
    await expect(findCompany(ico, country, down(silent, 42))).rejects.toMatchObject({
      problem: { code: "source_unavailable", retryAfter: 42, message: { en: expect.not.stringContaining("secret") } },
    });
  });

  test("without a time to retry names none: nothing will change by itself, and the next step is another one", async () => {
    const error = await findCompany(CZ.essential, "CZ", down("CZ")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ problem: { code: "source_unavailable" } });
    expect(error).not.toHaveProperty("problem.retryAfter");
    for (const locale of LOCALES) {
      expect(error).toMatchObject({
        problem: {
          message: { [locale]: expect.not.stringMatching(/\d+ s\b/) },
          nextStep: { [locale]: expect.stringMatching(/^(?!.*\d+ s\b).*scope-evaluate/) },
        },
      });
    }
  });

  test("with the check digit of the number wrong says both, also where only the sample is here", async () => {
    await expect(findCompany(MISTYPED, undefined, sample.opened.services)).rejects.toMatchObject({
      problem: {
        code: "source_unavailable",
        field: "ico",
        message: { en: expect.stringMatching(/check digit.*not in the shipped sample/) },
      },
    });
  });

  test("does not keep back the firm of the one that has precedence, but it is said that the other was silent", async () => {
    const { company, alternatives, unanswered } = await findCompany(CZ.twin, undefined, down("SK"));
    expect([company.country, alternatives, unanswered]).toEqual(["CZ", [], ["SK"]]);
    expect((await findCompany(CZ.twin, undefined, whole.opened.services)).unanswered).toEqual([]);
  });

  test("with precedence does not keep back the other one's firm, but it is said that another may be meant", async () => {
    const found = await findCompany(CZ.twin, undefined, down("CZ", 42));
    expect(found).toMatchObject({
      company: { country: "SK" },
      alternatives: [],
      unanswered: ["CZ"],
      mayBeElsewhere: { retryAfter: 42 },
    });
    for (const services of [down("SK"), whole.opened.services]) {
      expect(await findCompany(CZ.twin, undefined, services)).not.toHaveProperty("mayBeElsewhere");
    }
    expect(await findCompany(CZ.twin, "SK", down("CZ"))).not.toHaveProperty("mayBeElsewhere");
  });
});
