import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { readHostName } from "../../outbound/guarded/host-name.ts";
import { readersOf } from "../trust/draft.ts";
import { readAsSentence, readTypedDomain } from "./typed-domain.ts";

const scans = { readTarget: (text: string) => readHostName(text, ["dosah.sk"]) };

describe("what somebody typed as a domain:", () => {
  test.each([
    ["firma.sk", true, "firma.sk", null],
    ["FIRMA.sk.", true, "firma.sk", null],
    ["eshop.firma.sk", true, "eshop.firma.sk", null],
    ["www.firma.sk", true, "firma.sk", "firm"],
    ["www.firma.sk", false, "firma.sk", "firm"],
    ["mail.firma.sk", false, "firma.sk", "firm"],
    ["https://firma.sk/kontakt", true, "firma.sk", "address"],
    ["firma.sk/", true, "firma.sk", "address"],
    ["info@firma.sk", true, "firma.sk", "address"],
    ["https://www.firma.sk/", true, "firma.sk", "firm"],
    ["https://firma.sk/kontakt", false, null, null],
    ["firma.sk/", false, null, null],
    ["https://127.0.0.1/", true, null, null],
    ["https://www.dosah.sk/", true, null, null],
    ["", true, null, null],
  ])("%s (a person: %s) is %s, read as %s", (text, isPerson, domain, how) => {
    const typed = readTypedDomain(text, scans, isPerson);
    expect([typed?.target.host ?? null, typed?.readAs ?? null]).toEqual([domain, how]);
  });

  test("it is said with the domain, in three languages", () => {
    for (const say of Object.values(readAsSentence)) {
      for (const locale of LOCALES) expect(say("firma.sk")[locale]).toContain("firma.sk");
    }
  });
});

test("the main domain of a trust profile is the domain of the firm", () => {
  const { domain } = readersOf({ scans } as Parameters<typeof readersOf>[0]);
  expect(["www.firma.sk", "https://firma.sk/", "firma.sk", "nothing"].map(domain)).toEqual([
    "firma.sk",
    "firma.sk",
    "firma.sk",
    null,
  ]);
});
