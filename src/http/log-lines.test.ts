import { expect, test } from "vitest";
import { readableLine, readableLog } from "./log-lines.ts";

const line = (more: object) =>
  JSON.stringify({ level: 30, time: Date.parse("2026-11-27T12:00:01Z"), pid: 1, instance: "a", ...more });

test("a line for people has time, level, message and the rest by name, and no control character of others", () => {
  expect(readableLine(line({ route: "/{locale}", status: 200, msg: "answered" }))).toBe(
    "12:00:01 INFO  answered route=/{locale} status=200",
  );
  const failed = { level: 50, msg: "failed", err: { message: "no\u001b[2Jspace\nleft" } };
  expect(readableLine(line(failed))).toBe("12:00:01 ERROR failed: no [2Jspace left");
});

test("the last line of a start says which version is at which address", () => {
  const written: string[] = [];
  readableLog({ write: (text) => written.push(text) }).write(
    line({ msg: "Dosah is listening", version: "0.2.0", address: "http://localhost:3000", port: 3000 }),
  );
  expect(written).toEqual(["12:00:01 INFO  Dosah 0.2.0 at http://localhost:3000\n"]);
});
