import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { inTurn } from "./in-turn.ts";

/** A server that notes which requests it began to answer, in order; `answer` gives a body when it should. */
async function start(answer: (response: ServerResponse, request: IncomingMessage) => void, maxWaiting?: number) {
  const turns = inTurn(maxWaiting);
  const began: string[] = [];
  let parsed = 0;
  let round = 0;
  const count = () => {
    round++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const perRound = new Map<number, number>();
  const server = createServer((request, response) => {
    parsed++;
    perRound.set(round, (perRound.get(round) ?? 0) + 1);
    turns.take(request, response, () => {
      began.push(request.url ?? "");
      answer(response, request);
    });
  });
  server.on("connection", turns.admit);
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    clearImmediate(counting);
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { began, port, parsed: () => parsed, roundsOf: () => perRound };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Sends requests at once without reading an answer. */
function send(port: number, text: string): Socket {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => undefined).write(text);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** What a connection receives until it holds a text so many times. */
async function received(socket: Socket, text: string, times: number): Promise<string> {
  let all = "";
  socket
    .on("data", (chunk) => {
      all += chunk.toString();
    })
    .resume();
  await expect.poll(() => all.split(text).length - 1).toBe(times);
  return all;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);

test("the next answer of a connection begins when the answer before is written", async () => {
  const open: ServerResponse[] = [];
  const { began, port } = await start((response) => void open.push(response));
  const socket = send(port, numbered(3).map(get).join(""));
  await expect.poll(() => began).toEqual(["/0"]);
  await sleep(20);
  expect(began).toEqual(["/0"]);
  open[0]?.end("first");
  await expect.poll(() => began).toEqual(["/0", "/1"]);
  open[1]?.end("second");
  await expect.poll(() => began).toEqual(["/0", "/1", "/2"]);
  open[2]?.end("third");
  expect(await received(socket, "third", 1)).toMatch(/first.+second.+third/s);
});

test("a client that reads gets every answer in its order, however many requests it sent, and bodies with them", async () => {
  const { port } = await start(async (response, request) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    response.end(`<${request.url}${body}>`);
  });
  const paths = numbered(5_000);
  const posts = paths.map((path) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n${"b".repeat(40)}`);
  // More than is read from a connection at once.
  const all = await received(send(port, posts.join("")), ">", paths.length);
  expect(all.match(/<.+?>/g)).toEqual(paths.map((path) => `<${path}${"b".repeat(40)}>`));
});

test("a client that does not read is owed one answer", async () => {
  const large = "x".repeat(20_000_000);
  const { began, port } = await start((response) => void response.end(large));
  send(port, numbered(800).map(get).join(""));
  await expect.poll(() => began.length).toBe(1);
  await sleep(200);
  expect(began).toEqual(["/0"]);
});

test("nothing is made for a connection that is gone", async () => {
  const open: ServerResponse[] = [];
  const { began, port } = await start((response) => {
    open.push(response);
    if (open.length > 1) response.end("x".repeat(1_000_000));
  });
  const socket = send(port, numbered(100).map(get).join(""));
  await expect.poll(() => open.length).toBe(1);
  socket.destroy();
  await new Promise((resolve) => socket.once("close", resolve));
  const gone = new Promise((resolve) => open[0]?.req.socket.once("close", resolve));
  open[0]?.end("x".repeat(1_000_000));
  await gone;
  await sleep(20);
  // That it is gone shows when something is written.
  expect(began.length).toBeLessThanOrEqual(3);
});

test("who waits for an answer is not behind what others sent at once", async () => {
  let other: Socket | undefined;
  const { began, port } = await start((response, { url }) => {
    if (url === "/10") other?.write(get("/other"));
    setImmediate(() => response.end("answer"));
  });
  other = send(port, get("/before"));
  await received(other, "answer", 1);
  await received(send(port, numbered(800).map(get).join("")), "answer", 800);
  await expect.poll(() => began.includes("/other")).toBe(true);
  expect(began.indexOf("/other")).toBeLessThan(790);
});

test("of too many waiting requests a connection has a share; beyond it ends, others go on, and no more is parsed", async () => {
  const open: ServerResponse[] = [];
  const { port } = await start((response) => void open.push(response), 200);
  const first = send(port, numbered(150).map(get).join(""));
  await expect.poll(() => open.length).toBe(1);
  const second = send(port, numbered(800).map(get).join(""));
  await new Promise((resolve) => second.once("close", resolve).resume());
  const few = send(port, numbered(3).map(get).join(""));
  await expect.poll(() => open.length).toBe(3);
  expect(first.destroyed || few.destroyed).toBe(false);
  open[0]?.end("answer");
  await received(first, "answer", 1);
});

test("of connections that send too much at once each is parsed less than the one before", async () => {
  const open: ServerResponse[] = [];
  const { port, parsed } = await start((response) => void open.push(response), 200);
  const all = numbered(800).map(get).join("");
  const first = send(port, numbered(190).map(get).join(""));
  await expect.poll(() => open.length).toBe(1);
  await Promise.all(
    Array.from({ length: 20 }, () => {
      const socket = send(port, all);
      return new Promise((resolve) => socket.once("close", resolve).resume());
    }),
  );
  // Each would be parsed a hundred or more if what ended before it were forgotten.
  expect(parsed()).toBeLessThan(190 + 20 * 50);
  expect(first.destroyed).toBe(false);
});

test("of connections that come at once one is read in each round of the event loop", async () => {
  const { port, roundsOf } = await start((response) => void response.end("answer"));
  await Promise.all(Array.from({ length: 10 }, () => received(send(port, get("/once")), "answer", 1)));
  expect(Math.max(...roundsOf().values())).toBe(1);
});
