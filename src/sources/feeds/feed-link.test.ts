import { expect, test } from "vitest";
import { comparableLink, resolveLink } from "./feed-link.ts";

const base = "https://urad.example/news/rss.xml";

test.each([
  ["an absolute address stays", "https://other.example/a?b=1#c", "https://other.example/a?b=1#c"],
  ["a path is resolved", "/a", "https://urad.example/a"],
  ["a relative path is resolved", "a b", "https://urad.example/news/a%20b"],
  ["a protocol-relative address is resolved", "//cdn.example/x", "https://cdn.example/x"],
  ["blanks round it don't count", "\n https://urad.example/a \n", "https://urad.example/a"],
])("%s", (_case, link, url) => {
  expect(resolveLink(link, base)).toBe(url);
});

test.each([
  "",
  "  ",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:,x",
  "file:///etc/passwd",
  "https://a:b@c.example",
  "http://[",
  `https://a.example/${"x".repeat(2_000)}`,
])("%j is no address of an item", (link) => {
  expect(resolveLink(link, base)).toBeUndefined();
});

test("spellings of one page compare as one, other pages don't", () => {
  const page = comparableLink("https://www.urad.example/a/?b=2&a=1&utm_source=rss#top");
  expect(comparableLink("http://urad.example/a?a=1&b=2")).toBe(page);
  expect(comparableLink("https://urad.example/a?a=1&b=3")).not.toBe(page);
  expect(comparableLink("https://urad.example/A?a=1&b=2")).not.toBe(page);
});
