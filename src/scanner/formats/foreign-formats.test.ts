import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DnsAnswer } from "../../outbound/guarded/dns-answer.ts";
import { isTlsRpt, isValidTlsRpt } from "../checks/mail-tls-rpt.ts";
import { readHstsMaxAge } from "../checks/web-hsts.ts";
import { readDkimKey } from "../collect/collect-dns.ts";
import { readLines } from "../collect/collect-smtp.ts";
import { readPage } from "../collect/read-page.ts";
import { foreignText } from "../foreign-text.ts";
import { findCaa } from "./caa.ts";
import { certificateCovers } from "./certificate-name.ts";
import { commonWeaknesses, isReadable, readPolicies } from "./csp.ts";
import { findDmarc } from "./dmarc.ts";
import { type Lookup, readTags } from "./lookup.ts";
import { mailExchange } from "./mail-names.ts";
import { coversAll, isMtaSts, isValidMtaSts, readMtaStsPolicy } from "./mta-sts.ts";
import { readInstant, readSecurityTxt } from "./security-txt.ts";
import { readSetCookie } from "./set-cookie.ts";
import { judgeSpf } from "./spf.ts";
import { readSpf } from "./spf-record.ts";

/** Text that looks a little like what is read, and text that does not. */
const foreign = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.stringMatching(/^[a-zA-Z0-9 ;:=_."'/*%{}<>\r\n,+~?@-]{0,200}$/),
  fc
    .array(
      fc.constantFrom(
        "v=spf1",
        "v=DMARC1;",
        "p=reject;",
        "rua=mailto:a@b.sk",
        "include:a.sk",
        "redirect=a.sk",
        "%{i}",
        "~all",
        "ptr",

        "max-age=",
        "script-src",
        "'nonce-a'",
        ";",
        ",",
        "mode: enforce",
        "Contact: ",
        "Expires: ",
        "<meta ",
        "<script src=",
        "=",
      ),
      { maxLength: 30 },
    )
    .map((words) => words.join(" ")),
);

/** A zone in which every name has these TXT, MX and CAA records. */
const zone =
  (values: readonly string[]): Lookup =>
  (name, type): DnsAnswer => ({
    name,
    type,
    cd: false,
    status: "noerror",
    ad: true,
    values: [...values],
    aliases: [],
  });

describe("foreign text makes no reader fail:", () => {
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    tags: readTags,
    "SPF record": readSpf,
    "SPF of a zone": (text) => judgeSpf(zone([text]), "firma.sk"),
    DMARC: (text) => findDmarc(zone([text]), "firma.sk"),
    CAA: (text) => findCaa(zone([text]), "firma.sk"),
    MX: (text) => mailExchange(zone([text]), "firma.sk"),
    DKIM: (text) => readDkimKey("s1", text),
    "MTA-STS record": (text) => isMtaSts(text) && isValidMtaSts(text),
    "MTA-STS policy": readMtaStsPolicy,
    "TLS reporting": (text) => isTlsRpt(text) && isValidTlsRpt(text),
    HSTS: readHstsMaxAge,
    CSP: (text) => commonWeaknesses(readPolicies(text).filter(isReadable)),
    "security.txt": readSecurityTxt,
    instant: readInstant,
    cookie: (text) => readSetCookie(text, new Date(0)),
    "answer of a mail server": readLines,
    page: (text) => readPage(text, "https://firma.sk/", "firma.sk"),
    "name of a certificate": (text) => certificateCovers([text], "www.firma.sk"),
    "pattern of MX": (text) => coversAll({ mx: [text] }, [text, "mail.firma.sk"]),
  };
  test.each(Object.entries(readers))("%s", (_what, read) => {
    fc.assert(
      fc.property(foreign, (text) => {
        read(text);
      }),
    );
  });
});

test("SPF asks for at most ten names whatever the records say", () => {
  fc.assert(
    fc.property(fc.array(foreign, { maxLength: 3 }), (texts) => {
      const asked = new Set<string>();
      const seen = zone(texts.map((text) => `v=spf1 ${text}`));
      judgeSpf((name, type) => {
        asked.add(`${type} ${name}`);
        return seen(name, type);
      }, "firma.sk");
      expect(asked.size).toBeLessThanOrEqual(1 + 2 * 10);
    }),
  );
});

test("foreign text of a result has at most 300 characters and no control or format character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (text) => {
      const clean = foreignText(text);
      expect([...clean].length).toBeLessThanOrEqual(300);
      expect(clean).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(foreignText(clean)).toBe(clean);
    }),
  );
});

describe("macros of SPF depend on the message: they are counted and not followed", () => {
  test.each([
    ["v=spf1 exists:%{i}._spf.firma.sk -all", "strict"],
    ["v=spf1 include:%{d1r}.firma.sk -all", "strict"],
    ["v=spf1 redirect=%{d}.firma.sk", "strict"],
    ["v=spf1 exists:%{z!}.firma.sk -all", "syntax"],
    ["v=spf1 unknown=value mx -all", "strict"],
    ["v=spf1 redirect=a.sk redirect=b.sk", "syntax"],
    ["v=spf1 mx/24//64 ip6:2001:db8::/32 -all", "strict"],
    ["v=spf1 all:firma.sk", "syntax"],
    ["v=spf1 include -all", "syntax"],
  ])("%s", (record, result) => {
    const lookup: Lookup = (name, type) =>
      zone(name === "firma.sk" && type === "TXT" ? [record] : ["10 mail.sk"])(name, type);
    expect(judgeSpf(lookup, "firma.sk").result).toBe(result);
  });
});

describe("the DMARC record above a name (RFC 9989, tree walk):", () => {
  const records: Readonly<Record<string, string>> = {
    "_dmarc.gov.sk": "v=DMARC1; p=reject; psd=y",
    "_dmarc.urad.gov.sk": "v=DMARC1; p=quarantine",
    "_dmarc.odbor.mesto.sk": "v=DMARC1; p=none; psd=n",
    "_dmarc.mesto.sk": "v=DMARC1; p=reject",
  };
  const lookup: Lookup = (name, type) => zone(records[name] === undefined ? [] : [records[name]])(name, type);
  test.each([
    ["www.urad.gov.sk", "quarantine"],
    ["novy.gov.sk", "reject"],
    ["a.odbor.mesto.sk", "none"],
    ["a.b.c.d.e.f.g.h.mesto.sk", "reject"],
  ])("%s", (domain, policy) => {
    expect(findDmarc(lookup, domain)).toMatchObject({ policy });
  });
});
