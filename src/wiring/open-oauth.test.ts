import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { openOauth } from "./open-oauth.ts";

const opened = (settings: Readonly<Record<string, string>>) => {
  const lines: unknown[] = [];
  const log = { warn: (line: unknown) => void lines.push(line) };
  const oauth = openOauth(readConfig(settings), { now: () => new Date(), log: log as never }, {} as never);
  return [oauth === null ? "off" : "on", lines.length];
};

test("agents sign in unless the operator switched it off, or codes and tokens would cross a network in clear", () => {
  expect(opened({})).toEqual(["on", 0]);
  expect(opened({ BASE_URL: "https://dosah.example" })).toEqual(["on", 0]);
  expect(opened({ BASE_URL: "http://127.0.0.1:3000" })).toEqual(["on", 0]);
  expect(opened({ OAUTH: "off" })).toEqual(["off", 0]);
  // One line in the log says why.
  expect(opened({ BASE_URL: "http://dosah.example" })).toEqual(["off", 1]);
});
