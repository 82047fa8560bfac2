import { expect, test } from "vitest";
import { isLocalRequest } from "./local-request.ts";

const local = { host: "localhost:3000", forwardedHost: undefined, remoteAddress: "127.0.0.1" };

test.each([
  {},
  { host: "localhost" },
  { host: "LOCALHOST:80" },
  { host: "127.0.0.1:49152" },
  { host: "127.8.9.1" },
  { host: "[::1]:3000", remoteAddress: "::1" },
  { remoteAddress: "::ffff:127.0.0.1" },
  { remoteAddress: "172.17.0.1" },
  { forwardedHost: "localhost:3000" },
])("a browser of this machine: %o", (some) => {
  expect(isLocalRequest({ ...local, ...some })).toBe(true);
});

test.each([
  { host: undefined },
  { host: "" },
  { host: "dosah.example" },
  { host: "localhost.evil.example" },
  { host: "evil.example:3000" },
  { host: "a.localhost" },
  { host: "localhost@evil.example" },
  { host: "localhost:3000, evil.example" },
  { host: "127.0.0.1.evil.example" },
  { host: "127.0.0.1.nip.io" },
  { host: "0.0.0.0:3000" },
  { host: "192.168.1.7" },
  { forwardedHost: "dosah.example" },
  { forwardedHost: "dosah.example, localhost" },
  { forwardedHost: "" },
  { host: "dosah.example", forwardedHost: "localhost" },
  { remoteAddress: "203.0.113.7" },
  { remoteAddress: "2001:db8::7" },
  { remoteAddress: "nonsense" },
])("anybody else: %o", (some) => {
  expect(isLocalRequest({ ...local, ...some })).toBe(false);
});
