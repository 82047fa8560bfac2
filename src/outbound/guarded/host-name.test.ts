import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { domainAbove, hostPasted, readHostName, subjectOf } from "./host-name.ts";

describe("a host name is taken as it is meant:", () => {
  test.each([
    ["firma.sk", "firma.sk", "firma.sk"],
    ["  FIRMA.SK. ", "firma.sk", "firma.sk"],
    ["www.firma.co.uk", "www.firma.co.uk", "firma.co.uk"],
    ["žiadna.sk", "xn--iadna-tib.sk", "xn--iadna-tib.sk"],
    ["z\u030ciadna.sk", "xn--iadna-tib.sk", "xn--iadna-tib.sk"],
    ["me.github.io", "me.github.io", "github.io"],
    [`${"a".repeat(63)}.sk`, `${"a".repeat(63)}.sk`, `${"a".repeat(63)}.sk`],
  ])("%s", (typed, host, registrable) => {
    expect(readHostName(typed)).toEqual({ host, registrable });
  });
});

describe("anything else is refused before any look-up:", () => {
  test.each([
    "",
    ".",
    "sk",
    "firma",
    "firma..sk",
    "firma.sk..",
    "-firma.sk",
    "firma-.sk",
    "fir_ma.sk",
    "*.firma.sk",

    "fir ma.sk",
    "fir\tma.sk",
    "firma.sk\u0000",
    "fir\u00adma.sk",
    "\ufefffirma.sk",
    "fir\u200bma.sk",
    "\u202efirma.sk",

    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0x7f000001",
    "0177.0.0.1",
    "[::1]",
    "::1",
    "1.2.3.4.",
    "firma.0x1",
    "firma.123",

    "http://firma.sk",
    "firma.sk/",
    "firma.sk:443",
    "user@firma.sk",
    "firma.sk?x",
    "firma.sk#x",
    "%66irma.sk",
    "firma.sk\\x",
    "①.sk",
    "ｆirma.sk",
    "firma。sk",
    "firma．sk",
    "firma｡sk",
    "ﬁrma.sk",

    "localhost",
    "a.localhost",
    "printer.local",
    "db.internal",
    "1.0.0.127.in-addr.arpa",
    "a.onion",
    "a.test",
    "a.example",
    "a.invalid",
    "a.alt",
    "a.lan",
    "a.home",
    "a.corp",
    "a.intranet",
    "a.private",
    "a.localdomain",
    "example.com",
    "www.example.net",
    "example.org",
    "co.uk",
    "github.io",
    "firma.nosuchtld",
    "dosah.sk",
    "www.dosah.sk",
    `${"a".repeat(64)}.sk`,
    `${"a.".repeat(126)}sk`,
    "x".repeat(5000),
  ])("%j", (typed) => {
    expect(readHostName(typed, ["dosah.sk"])).toBeNull();
  });
});

test("whatever is typed, what is taken is a lower-case name of two or more labels, and reading it again changes nothing", () => {
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.domain(),
    fc.webUrl(),
    fc.ipV4(),
    fc.ipV6(),
    fc.stringMatching(/^[a-z0-9.xX%@:/。①-]{1,40}$/),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const name = readHostName(text);
      if (name === null) return;
      expect(name.host).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
      expect(name.host === name.registrable || name.host.endsWith(`.${name.registrable}`)).toBe(true);
      expect(readHostName(name.host)).toEqual(name);
    }),
  );
});

describe("a name that stands for a firm leads to the firm's domain:", () => {
  test.each([
    ["www.firma.sk", "firma.sk"],
    ["mail.firma.sk", "firma.sk"],
    ["firma.sk", "firma.sk"],
    ["eshop.firma.sk", "eshop.firma.sk"],
    ["www.eshop.firma.sk", "www.eshop.firma.sk"],
    ["www.firma.co.uk", "firma.co.uk"],
    ["www.sk", "www.sk"],
    ["www.github.io", "www.github.io"],
    ["www.me.github.io", "www.me.github.io"],
  ])("%s: %s", (typed, subject) => {
    const target = readHostName(typed);
    expect(target === null ? null : subjectOf(target).host).toBe(subject);
  });
});

describe("the domain above a name, but no suffix of others:", () => {
  test.each([
    ["firma.sk", null],
    ["www.firma.sk", "firma.sk"],
    ["a.b.firma.sk", "firma.sk"],
    ["me.github.io", null],
    ["www.me.github.io", null],
  ])("%s: %s", (typed, above) => {
    const target = readHostName(typed);
    expect(target === null ? "" : domainAbove(target)).toBe(above);
  });
});

describe("a pasted address is taken for the host in it:", () => {
  test.each([
    ["https://firma.sk/kontakt", "firma.sk"],
    [" HTTP://WWW.Firma.sk:443/a?b=c@d#e ", "WWW.Firma.sk"],
    ["firma.sk/", "firma.sk"],
    ["firma.sk?x", "firma.sk"],
    ["info@firma.sk", "firma.sk"],
    ["mailto:info@firma.sk", "firma.sk"],
    ["https://žiadna.sk/", "žiadna.sk"],
    ["firma.sk", "firma.sk"],
    ["https://firma.sk:8443/", null],
    ["ftp://firma.sk/", null],
    ["https://jana@firma.sk/", null],
    ["https://jana:heslo@firma.sk/", null],
    ["jana:heslo@firma.sk", null],
    ["https://[::1]/", null],
    ["firma.sk\\x", null],
    ["firma.sk druha.sk", null],
    ["@firma.sk", null],
    ["https:///firma.sk", null],
    ["", null],
    [`https://firma.sk/${"a".repeat(2000)}`, null],
  ])("%s: %s", (typed, host) => {
    expect(hostPasted(typed)).toBe(host);
  });

  test("and what it holds is read as strictly as ever", () => {
    for (const typed of [
      "http://127.0.0.1/",
      "http://0x7f.1",
      "https://localhost/",
      "https://github.io/",
      "a@db.internal",
    ]) {
      expect(readHostName(hostPasted(typed) ?? ""), typed).toBeNull();
    }
  });
});
