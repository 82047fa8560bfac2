import { expect, test } from "vitest";
import { postgresAddress } from "./postgres-address.ts";

const asked = (url: string, ca?: string) => {
  const { address, isPooledBetween } = postgresAddress({ url, ca });
  return { isPooledBetween, ...Object.fromEntries(new URL(address).searchParams) };
};

const ours =
  "-c search_path=dosah -c statement_timeout=5000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=10000";

test("a connection gets our settings, behind those of the operator", () => {
  expect(asked("postgres://db/x")).toEqual({ isPooledBetween: false, options: ours });
  expect(asked("postgres://db/x?options=-c%20work_mem%3D8MB")).toMatchObject({ options: `-c work_mem=8MB ${ours}` });
});

test("user, password, host, port, database and socket stay as they are", () => {
  expect(postgresAddress({ url: "postgres://u:p%40ss@db:6432/x" }).address).toMatch(
    /^postgres:\/\/u:p%40ss@db:6432\/x\?/,
  );
  expect(postgresAddress({ url: "postgres:///x?host=/run" }).address).toMatch(/^postgres:\/\/\/x\?host=%2Frun&/);
});

test("behind PgBouncer nothing is said to the connection", () => {
  expect(asked("postgres://db/x?pgbouncer=1")).toEqual({ isPooledBetween: true });
  expect(asked("postgres://db/x?pgbouncer=0")).toMatchObject({ isPooledBetween: false });
});

test.each([
  ["postgres://db/x?sslmode=verify-full", undefined, { sslmode: "verify-full" }],
  ["postgres://db/x?sslmode=require", undefined, { sslmode: "verify-full" }],
  ["postgres://db/x?sslmode=verify-ca", undefined, { sslmode: "verify-full" }],
  ["postgres://db/x", "/ca.pem", { sslmode: "verify-full", sslrootcert: "/ca.pem" }],
  ["postgres://db/x?sslmode=require", "/ca.pem", { sslmode: "verify-full", sslrootcert: "/ca.pem" }],
])("%s with the authority %s checks who the server is", (url, ca, expected) => {
  expect(asked(url, ca)).toMatchObject(expected);
});

test("a connection is not encrypted where the operator says so", () => {
  const plain = asked("postgres://db/x?sslmode=disable", "/ca.pem");
  expect(plain).toMatchObject({ sslmode: "disable" });
  expect(plain).not.toHaveProperty("sslrootcert");
});
