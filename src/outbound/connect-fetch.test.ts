import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createConnectFetch } from "./connect-fetch.ts";

let server: Server;
let sockets: Socket[];
let answer: string;

beforeEach(async () => {
  sockets = [];
  answer = "";
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
    if (answer !== "") socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

function address(scheme: string): URL {
  const { port } = server.address() as AddressInfo; // a server that listens on a port has an address of this form
  return new URL(`${scheme}://127.0.0.1:${port}/`);
}

test("a host that takes the connection and never answers the handshake is given up soon", async () => {
  await expect(createConnectFetch(50)(address("https"), {})).rejects.toMatchObject({ kind: "connect" });
  // On a busy machine the server takes the connection only afterwards.
  await expect.poll(() => sockets).toHaveLength(1);
});

test("who stops while the connection is being made waits no longer, and nor does the connection", async () => {
  const limit = new AbortController();
  const pending = createConnectFetch(60_000)(address("https"), { signal: limit.signal });
  await expect.poll(() => sockets.length).toBe(1);
  const ended = new Promise((resolve) => sockets[0]?.resume().once("close", resolve));
  limit.abort();
  await expect(pending).rejects.toMatchObject({ code: "ABORT_ERR" });
  await ended;
});

test("a host that is connected and thinks is not given up by that limit", async () => {
  const limit = new AbortController();
  const pending = createConnectFetch(50)(address("http"), { signal: limit.signal });
  await expect.poll(() => sockets.length).toBe(1);
  setTimeout(() => limit.abort(new Error("enough")), 150);
  await expect(pending).rejects.toMatchObject({ code: "ABORT_ERR" });
});

test.each([
  ["a status beyond HTTP", "HTTP/1.1 999 What\r\nContent-Length: 2\r\n\r\n{}"],
  ["another protocol", "SSH-2.0-OpenSSH_9.9\r\n"],
  ["an upgrade that nobody asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
  ["headers without end", `HTTP/1.1 200 OK\r\n${"X: y\r\n".repeat(5_000)}`],
])("%s is a failure and nothing worse", async (_case, bytes) => {
  answer = bytes;
  await expect(createConnectFetch()(address("http"), {})).rejects.toBeInstanceOf(Error);
});

test("a body that claims to be packed and is not is a failure", async () => {
  answer = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}";
  const response = await createConnectFetch()(address("http"), {});
  await expect(response.text()).rejects.toBeInstanceOf(Error);
});

test("an answer without a body is read as one", async () => {
  answer = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';
  const response = await createConnectFetch()(address("http"), {});
  expect(response.status).toBe(304);
  expect(response.headers.get("etag")).toBe('"x"');
  expect(await response.text()).toBe("");
});
