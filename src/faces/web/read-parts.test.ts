import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readParts } from "./read-parts.ts";

const LIMITS = { fields: 5, files: 1, bytes: 1_000_000, all: 6_000_000 };
const isOurs = (name: string, value: string) => name === "csrf" && value === "right";

/** A body that is made while it is read, and how much of it was. */
function bodyOf(parts: readonly string[]) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const part = parts[read++];
        if (part === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half", headers: { "Content-Type": "multipart/form-data; boundary=b" } };
  return { request: new Request("http://localhost/", init as RequestInit), pulled: () => read };
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n${content}\r\n`;
const END = "--b--\r\n";

test("fields and a file are read; an empty file field is none", async () => {
  const read = async (content: string) =>
    readParts(
      bodyOf([field("csrf", "right"), field("title", "Výpis"), file("file", content), END]).request,
      LIMITS,
      isOurs,
    );
  const parts = await read("%PDF-1.7");
  if (typeof parts === "string") throw new Error(parts);
  expect([...parts.fields]).toEqual([
    ["csrf", "right"],
    ["title", "Výpis"],
  ]);
  expect(Buffer.from(parts.files.get("file") ?? []).toString()).toBe("%PDF-1.7");
  expect(await read("")).toMatchObject({ files: new Map() });
});

test.each([
  [
    "78,000 fields",
    [field("csrf", "right"), ...Array.from({ length: 780 }, () => field("a", "b").repeat(100)), END],
    "other_type",
  ],
  [
    "a second file",
    [field("csrf", "right"), file("a", "x"), file("b", "x"), ...Array(500).fill(field("c", "d").repeat(50))],
    "other_type",
  ],
  ["no secret first", [field("title", "x"), ...Array(500).fill(file("file", "x".repeat(5_000)))], "foreign"],
  ["a file first", [file("file", "x".repeat(5_000)), ...Array(500).fill(field("csrf", "right"))], "foreign"],
  ["a wrong secret", [field("csrf", "wrong"), ...Array(500).fill(field("a", "b"))], "foreign"],
  [
    "a file that is too large",
    [field("csrf", "right"), file("file", "x".repeat(1_100_000)), ...Array(500).fill("x")],
    "too_large",
  ],
  ["no form at all", ["x".repeat(50_000), ...Array(500).fill("x".repeat(5_000))], "other_type"],
])("%s: reading ends there", async (case_, parts, fault) => {
  const { request, pulled } = bodyOf(parts);
  expect(await readParts(request, LIMITS, isOurs)).toBe(fault);
  if (case_ !== "no form at all") expect(pulled()).toBeLessThan(100);
});

test("a body without a boundary is no form", async () => {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: "x",
    headers: { "Content-Type": "multipart/form-data; x" },
  });
  expect(await readParts(request, LIMITS, isOurs)).toBe("other_type");
});

test("nothing else reads such bodies", () => {
  const sources = readdirSync(join(import.meta.dirname, "../.."), { recursive: true, encoding: "utf8" });
  const readers = sources
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|fixture)\./.test(path))
    .filter((path) => /\.formData\(/.test(readFileSync(join(import.meta.dirname, "../..", path), "utf8")));
  expect(readers).toEqual([]);
});
