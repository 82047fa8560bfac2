import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { KNOWLEDGE_DIR } from "./load.ts";
import { loadRegisterFiles } from "./register-files.ts";

function loaded(text: string) {
  const dir = mkdtempSync(join(tmpdir(), "dosah-register-files-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, "files.yaml");
  writeFileSync(file, text);
  return loadRegisterFiles(KNOWLEDGE_DIR, file);
}

test("the shipped list names the files of both countries, over HTTPS alone", () => {
  const { res, rpo } = loadRegisterFiles(KNOWLEDGE_DIR);
  const addresses = [res?.data, res?.activities, rpo?.bucket];
  expect(addresses.map((address) => new URL(address ?? "").protocol)).toEqual(["https:", "https:", "https:"]);
  expect(new URL(res?.data ?? "").host).toBe(new URL(res?.activities ?? "").host);
});

test("an operator's list may leave a register out and name a mirror; a bucket gets its slash", () => {
  expect(loaded("rpo:\n  bucket: http://mirror.example/rpo\n  mostMegabytes: 10\n")).toEqual({
    rpo: { bucket: "http://mirror.example/rpo/", mostMegabytes: 10 },
  });
  expect(loaded("{}")).toEqual({});
});

test.each([
  ["an unknown register", "ruz: {}", /:1 .*ruz/],
  ["a place on this disk", "rpo: { bucket: 'file:///etc/', mostMegabytes: 1 }", /rpo\.bucket/],
  ["a password", "rpo: { bucket: 'https://u:p@x.example/', mostMegabytes: 1 }", /rpo\.bucket/],
  ["a query of a bucket", "rpo: { bucket: 'https://x.example/?a=b', mostMegabytes: 1 }", /rpo\.bucket/],
  ["one file of two", "res: { data: 'https://x.example/a', mostMegabytes: 1 }", /res\.activities/],
  ["no size", "rpo: { bucket: 'https://x.example/' }", /rpo\.mostMegabytes/],
  ["a size of nothing", "rpo: { bucket: 'https://x.example/', mostMegabytes: 0 }", /rpo\.mostMegabytes/],
])("%s is a mistake with its place", (_what, text, message) => {
  expect(() => loaded(text)).toThrow(message);
});
