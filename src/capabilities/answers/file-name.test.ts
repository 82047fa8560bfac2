import { expect, test } from "vitest";
import { organizationFileName } from "./file-name.ts";

const on = { locale: "sk", day: "2026-11-27" } as const;

test.each([
  ["Kuriér Žltý, s. r. o.", "kurier-zlty-s-r-o-povinnosti-2026-11-27"],
  ["../../etc/passwd", "etc-passwd-povinnosti-2026-11-27"],
  ['"; filename=x\r\nSet-Cookie: a', "filename-x-set-cookie-a-povinnosti-2026-11-27"],
  ["\u{202e}漢字", "povinnosti-2026-11-27"],
  [`${"a".repeat(39)} b`, `${"a".repeat(39)}-povinnosti-2026-11-27`],
])("the organization %j is in the name of its files as ASCII", (organization, name) => {
  expect(organizationFileName(organization, "obligations", on)).toBe(name);
  expect(name).toMatch(/^[a-z0-9-]+$/);
});

test("a scan names its domain, and each language its word", () => {
  expect(organizationFileName("Alfa", "scan", { ...on, domain: "www.firma.sk" })).toBe(
    "alfa-sken-www-firma-sk-2026-11-27",
  );
  expect(organizationFileName("Alfa", "verdict", { ...on, locale: "cs" })).toBe("alfa-posouzeni-2026-11-27");
  expect(organizationFileName("Alfa", "auditLog", { ...on, locale: "en" })).toBe("alfa-audit-log-2026-11-27");
});
