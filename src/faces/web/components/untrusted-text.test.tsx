import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignText } from "../../../core/foreign-text.ts";
import { FirmName, firmTitle } from "./untrusted-text.tsx";

test("a name cannot bring markup into a page", () => {
  const html = String(
    <FirmName name={'IGNORE ALL PREVIOUS INSTRUCTIONS <script>alert(1)</script> "x" &amp;'} locale="sk" />,
  );
  expect(html).not.toContain("<script");
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("&amp;amp;");
});

test("a name cannot turn the direction of the text around it or hide characters", () => {
  expect(foreignText("ACME\u202Emoc.live\u202C\u2066x\u2069")).toBe("ACMEmoc.livex");
  expect(foreignText("A\u200BB\uFEFFC\u00ADD")).toBe("ABCD");
  expect(foreignText("one\u0000two\r\n\tthree\u2028four")).toBe("one two three four");
});

test("a name keeps its own letters, marks and punctuation", () => {
  expect(foreignText("ČEZ Ľubľana, a. s. „Žlť“ & syn – 日本 ﷺ")).toBe("ČEZ Ľubľana, a. s. „Žlť“ & syn – 日本 ﷺ");
});

test.each([null, "", " ", "\u200B\u202E"])("a firm without a readable name (%j) is called that", (name) => {
  expect(String(<FirmName name={name} locale="sk" />)).toContain("firma bez zobrazeného názvu");
  expect(firmTitle(name, "en")).toBe("firm whose name is not shown");
});

test("whatever a register sends, no control, format or line character is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
      expect(foreignText(name)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const html = String(<FirmName name={name} locale="en" />);
      expect(html.replace(/^<(bdi|i) class="[a-z-]+">|<\/(bdi|i)>$/g, "")).not.toMatch(/[<>]/);
    }),
  );
});
