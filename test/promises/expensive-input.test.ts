/**
 * What comes from outside is read with work that grows as the text does. The texts here are made for readers that do
 * more: that copy a list with every value, that search it anew for each, that try every way to share out a row of blanks,
 * or that leave it to the platform to put marks in order. Such a reader would need minutes or days for them.
 */
import { expect, test } from "vitest";
import { closest, unknownArgument } from "../../src/capabilities/calling/arguments.ts";
import { readFirmRows } from "../../src/capabilities/rows/read-rows.ts";
import { parseAmount, parseMoney } from "../../src/capabilities/scope/typed-number.ts";
import { fold } from "../../src/core/fold.ts";
import { foreignText } from "../../src/core/foreign-text.ts";
import { separatorOf } from "../../src/core/separator.ts";
import { typedTextOf } from "../../src/core/text-of.ts";
import { readForm } from "../../src/faces/web/read-form.ts";
import { readWhatIf } from "../../src/faces/web/verdict/what-if-query.ts";
import { emailKeyOf, readEmailAddress } from "../../src/identity/email-address.ts";
import { faultOfPassword, normalizePassword } from "../../src/identity/password-rules.ts";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import { readHostName } from "../../src/outbound/guarded/host-name.ts";
import { checkCitations } from "../../src/rules/citations/check.ts";
import { nameSlugs } from "../../src/rules/supplier-questionnaire/slug.ts";
import { readPage } from "../../src/scanner/collect/read-page.ts";
import { coversAll, readMtaStsPolicy } from "../../src/scanner/formats/mta-sts.ts";
import { readSecurityTxt } from "../../src/scanner/formats/security-txt.ts";
import { comparableLink } from "../../src/sources/feeds/feed-link.ts";
import { repairXml } from "../../src/sources/feeds/repair-xml.ts";
import { webOver } from "../browser/web.fixture.ts";

const { acts } = loadKnowledge();
const BLANKS = " ".repeat(1_000_000);

/** A letter with marks of two combining classes in the wrong order. */
const MARKS = `a${"\u0301".repeat(300_000)}${"\u0323".repeat(300_000)}`;

/** As many different fields as fit into the longest form. */
function longestForm(): Request {
  const letters = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO"];
  const fields = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `${a}${b}${c}&`))).join("");
  return new Request("https://dosah.test/", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: fields.slice(0, 256 * 1024 - 1),
  });
}

const READ: Readonly<Record<string, readonly [read: () => unknown, result: unknown]>> = {
  "a policy of MTA-STS with a row of blanks that a line feed of another kind ends": [
    () => readMtaStsPolicy(`version: STSv1\nmode: enforce\nmax_age: 86400\nmx:${BLANKS}\rb`)?.mx,
    ["b"],
  ],
  "a policy of MTA-STS that repeats one field": [
    () => readMtaStsPolicy(`version: STSv1\nmode: none\nmax_age: 1\n${"mx: *.a.sk\n".repeat(300_000)}`)?.mx.length,
    300_000,
  ],
  "an amount of a million blanks": [() => parseAmount(`1${BLANKS}mil`), "wrong"],
  "an amount of crowns with as many marks": [() => parseMoney(`1 ${MARKS} Kč`, 25), "wrong"],
  "mail servers and as many patterns": [
    () => {
      const numbers = Array.from({ length: 30_000 }, (_, index) => index);
      return coversAll(
        { mx: numbers.map((number) => `*.${number}.sk`) },
        numbers.map((number) => `a.${number}.sk`),
      );
    },
    true,
  ],
  "a file whose last byte is no text": [
    () => typedTextOf(Buffer.from(`${"a\n".repeat(3_000_000)}\xfd`, "latin1")).encoding,
    "windows-1250",
  ],
  "a first line of open quotes": [() => separatorOf(`${'"'.repeat(2_000_001)};`), ";"],
  "a table of firms that is one row of quotes": [() => readFirmRows(`a${'"'.repeat(2_000_000)};`).length, 1],
  "a table of firms with a million lines": [() => readFirmRows("1;x\n".repeat(300_000)).length, 300_000],
  "a feed with a row of ampersands": [() => repairXml("&a".repeat(1_000_000)).repaired, 1_000_000],
  "a feed of openings of CDATA": [() => repairXml("<![CDATA[".repeat(200_000)).repaired, 0],
  "a security.txt with a row of blanks": [() => readSecurityTxt(`contact: x${BLANKS.repeat(5)}b`).contacts, 0],
  // Linear in any case; what is left out are more addresses of images in several sizes than a page has.
  "a page with two bytes for each address": [
    () => {
      const images = `<img srcset="${"a,".repeat(100)}">`.repeat(3_000);
      const last = "<img srcset='http://b.sk/x 2x'><img src=http://c.sk/x>";
      return readPage(images + last, "https://firma.sk/", "firma.sk").passiveOverHttp;
    },
    ["c.sk"],
  ],
  "a host name with a row of blanks": [() => readHostName(`a${BLANKS}b`), null],
  "a text of marks, for one line": [() => foreignText(MARKS).length, 30],
  "a text of marks, folded": [() => fold(MARKS), "a"],
  "a text of marks, searched for citations": [() => checkCitations(MARKS, acts).citations, []],
  "an e-mail address of marks": [() => readEmailAddress(`${MARKS}@firma.sk`), undefined],
  "the key of an e-mail address of marks": [() => emailKeyOf(MARKS) === MARKS, true],
  "a password of marks": [() => normalizePassword(MARKS) === MARKS, true],
  "a new password of marks": [() => faultOfPassword(MARKS, "jana@firma.sk"), "password_long"],
  "a link with a row of slashes": [
    () => comparableLink(`https://a.example/x${"/".repeat(500_000)}y`).length,
    "a.example/x".length + 500_000 + 1,
  ],
  "an address of a page with a row of slashes": [
    async () => {
      const response = await webOver({}).app.request(`/a${"/".repeat(300_000)}b/`);
      return response.headers.get("location")?.length;
    },
    300_000 + "/ab".length,
  ],
  "a name that is nothing but legal forms": [
    () => nameSlugs(`x${", spol. s r. o.".repeat(60)} a`)[0]?.startsWith("x-spol-s-r-o"),
    true,
  ],
  "a form with as many fields as fit into it": [
    async () => (await readForm(longestForm(), { fields: () => true, isLong: true }, () => true)).kind,
    "read",
  ],
  "an answer that a page's address repeats": [
    () => readWhatIf(new URLSearchParams("a.x=1&".repeat(300_000)), new Map(), "en").values.answers.get("x")?.length,
    300_000,
  ],
  "unknown arguments without number": [
    () =>
      unknownArgument(
        Array.from({ length: 300_000 }, (_, index) => `qqqqqqqqqq${index}`),
        KNOWN,
      ).field,
    undefined,
  ],
  "an unknown argument without end": [() => closest("q".repeat(1_000_000), KNOWN), undefined],
};

const KNOWN = Array.from({ length: 90 }, (_, index) => `known${"x".repeat(index)}`);

test.each(Object.entries(READ))("%s: read in one pass", async (_what, [read, result]) => {
  expect(await read()).toEqual(result);
});
