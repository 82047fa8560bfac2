import { connect, createServer, type Socket } from "node:net";

/** A network between a client and a server that a test can cut. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections were asked for so far. */
  asked(): number;
  /** Breaks every connection; refuses new ones for as long as `isCut` is true. */
  cut(): void;
  restore(): void;
  /** The next request with this text in it reaches the server, and its answer is lost with the connection. */
  loseAnswerTo(text: string): void;
  /** No byte passes any more in either direction, and nobody learns of it. */
  freeze(): void;
  close(): Promise<void>;
}

/** Listens on a free port and passes everything on to the server. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  let asked = 0;
  let lost: string | undefined;

  const server = createServer((client) => {
    asked++;
    if (isCut) return client.destroy();
    const upstream = connect(target.port, target.host);
    let losesAnswer = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    open.add(client);
    client.on("data", (bytes) => {
      if (isFrozen) return;
      if (lost !== undefined && bytes.includes(lost)) {
        lost = undefined;
        losesAnswer = true;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isFrozen) return;
      if (losesAnswer) end();
      else client.write(bytes);
    });
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    asked: () => asked,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => {
      isCut = false;
      if (isFrozen) for (const socket of open) socket.destroy();
      isFrozen = false;
    },
    loseAnswerTo: (text) => {
      lost = text;
    },
    freeze: () => {
      isFrozen = true;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
