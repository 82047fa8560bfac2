import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait on all connections together, each of about 2 KB; beyond, a connection has a share. */
const MAX_WAITING = 1_000;
/** The share when just so many wait; of twice as many it is half. */
const SHARE = 100;
/** So long what an ended connection sent counts as waiting, in milliseconds: else the next one may send as much. */
const ENDED_MS = 1_000;

/** Answers a request, or begins to; the answer is over when its response closes. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly answer: Answer;
}

/** What one connection owes: the answer under way, and requests that came before it was written. */
interface Connection {
  readonly socket: Socket;
  answering: ServerResponse | undefined;
  readonly waiting: Waiting[];
  readonly onAnswered: () => void;
}

/** The requests of each connection, one after the other. */
export interface InTurn {
  /** Begins to answer as soon as the answer before is written; never where the connection is gone. */
  take(request: IncomingMessage, response: ServerResponse, answer: Answer): void;
  /** Begins to read a new connection: of several that come at once one in each round of the event loop. */
  admit(socket: Socket): void;
  /** The answer that is under way on a connection. */
  answering(socket: object): ServerResponse | undefined;
}

/**
 * Answers one request of a connection at a time, whoever answers it: a client that sends without reading is owed one
 * answer, and what it sends beyond is not read from its connection. Requests that waited begin one in each round of the
 * event loop, by turns of their connections, so that callers who wait for their answers are not behind them all. So do new
 * connections: reading one may take a thousand requests from it. Where too many wait altogether, a connection that sends
 * more than its share ends.
 */
export function inTurn(maxWaiting = MAX_WAITING): InTurn {
  const connections = new WeakMap<object, Connection>();
  /** Connections with waiting requests whose answer before is written, in the order of their turns. */
  const ready = new Set<Connection>();
  let waitingCount = 0;
  /** Requests of connections that ended for what they sent, and when the last one did. */
  let ended = { count: 0, at: 0 };
  /** New connections that are not read yet. */
  const arrived: Socket[] = [];
  let isRoundComing = false;

  return {
    take: (request, response, answer) => {
      const { socket } = request;
      if (socket.destroyed) return;
      const connection = connections.get(socket) ?? open(socket);
      if (connection.answering === undefined && connection.waiting.length === 0) {
        return begin(connection, { request, response, answer });
      }
      connection.waiting.push({ request, response, answer });
      waitingCount++;
      announce(response, socket.writableHighWaterMark);
      const sent = waitingCount + (performance.now() - ended.at < ENDED_MS ? ended.count : 0);
      if (sent > maxWaiting && connection.waiting.length > shareOf(maxWaiting, sent)) end(connection);
    },
    admit: (socket) => {
      arrived.push(socket);
      // Now it is not read yet, then its first bytes have not come.
      if (arrived.length > 1) setImmediate(() => arrived.includes(socket) && socket.pause());
      announceRound();
    },
    answering: (socket) => connections.get(socket)?.answering,
  };

  function open(socket: Socket): Connection {
    const connection: Connection = {
      socket,
      answering: undefined,
      waiting: [],
      onAnswered: () => {
        connection.answering = undefined;
        if (connection.waiting.length > 0) giveTurn(connection);
      },
    };
    connections.set(socket, connection);
    socket.once("close", () => forget(connection));
    return connection;
  }

  function begin(connection: Connection, { request, response, answer }: Waiting): void {
    connection.answering = response;
    response.on("close", connection.onAnswered);
    answer(request, response);
  }

  function giveTurn(connection: Connection): void {
    ready.add(connection);
    announceRound();
  }

  function announceRound(): void {
    if (isRoundComing) return;
    isRoundComing = true;
    setImmediate(nextRound);
  }

  function nextRound(): void {
    isRoundComing = false;
    arrived.shift()?.resume();
    const [connection] = ready;
    if (connection !== undefined) {
      ready.delete(connection);
      const next = connection.waiting.shift();
      if (next !== undefined) {
        waitingCount--;
        announce(next.response, -connection.socket.writableHighWaterMark);
        begin(connection, next);
      }
    }
    if (ready.size > 0 || arrived.length > 0) announceRound();
  }

  function end(connection: Connection): void {
    const now = performance.now();
    const before = now - ended.at < ENDED_MS ? ended.count : 0;
    ended = { count: before + connection.waiting.length, at: now };
    connection.socket.destroy();
    stopParsing(connection.socket);
    forget(connection);
  }

  function forget(connection: Connection): void {
    waitingCount -= connection.waiting.length;
    connection.waiting.length = 0;
    ready.delete(connection);
  }
}

function shareOf(maxWaiting: number, waitingCount: number): number {
  return Math.max(2, (maxWaiting * SHARE) / waitingCount);
}

/**
 * Tells Node what a waiting response will owe, as it counts what waiting responses owe that were written: from the high
 * water mark on it reads no more from the connection until they went out. It has no public way to say so.
 */
function announce(
  response: ServerResponse & { readonly _onPendingData?: (bytes: number) => void },
  bytes: number,
): void {
  response._onPendingData?.(bytes);
}

/** The answer of a parser's `onIncoming` after which it reads no further: "what follows is another protocol". */
const NO_FURTHER = 2;

/**
 * Leaves the rest of what arrived on an ended connection unread. Node has no public way to say so, and would make
 * objects of a thousand requests more, which it keeps until the connection is closed.
 */
function stopParsing(socket: Socket & { readonly parser?: { onIncoming?: unknown } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_FURTHER;
}
