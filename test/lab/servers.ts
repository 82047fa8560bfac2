import { createServer as createHttp, type RequestListener } from "node:http";
import { createServer as createNet, type Server, type Socket } from "node:net";
import { createSecureContext, createServer as createTls, type SecureVersion, TLSSocket } from "node:tls";
import type { Identity } from "./certificates.ts";

/** What an address answers with, or the one who answers. */
export type Page =
  | {
      readonly status?: number;
      readonly headers?: readonly (readonly [string, string])[];
      readonly body?: string | Buffer;
    }
  | RequestListener;

/** Pages by path; `*` stands for every other one. */
export type Pages = Readonly<Record<string, Page>>;

export interface TlsSettings {
  readonly identity: Identity;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  readonly ciphers?: string;
  /** Protocols on top of TLS that the server knows; without it it takes any. */
  readonly protocols?: readonly string[];
}

/** How a mail server behaves. */
export interface MailSettings {
  readonly greeting?: string;
  readonly ehlo?: readonly string[];
  readonly starttls?: "works" | "breaks";
  readonly onCommand?: (command: string) => void;
}

/** Everything that listens, and how to stop it. */
export class Servers {
  readonly #servers = new Set<Server>();
  readonly #sockets = new Set<Socket>();

  async #listen(server: Server, address: string, port: number): Promise<number> {
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, address, resolve);
    });
    this.#servers.add(server);
    const bound = server.address();
    return typeof bound === "object" && bound !== null ? bound.port : 0;
  }

  http(address: string, port: number, pages: Pages): Promise<number> {
    return this.#listen(createHttp({ maxHeaderSize: 65_536 }, listener(pages)), address, port);
  }

  https(address: string, port: number, pages: Pages, tls: TlsSettings): Promise<number> {
    const http = createHttp(listener(pages));
    const server = createTls(secure(tls), (socket) => http.emit("connection", socket));
    server.on("tlsClientError", () => {});
    return this.#listen(server, address, port);
  }

  /** A port whose connections are handled by the caller. */
  raw(address: string, port: number, take: (socket: Socket) => void): Promise<number> {
    return this.#listen(createNet(take), address, port);
  }

  smtp(address: string, port: number, mail: MailSettings, tls: TlsSettings): Promise<number> {
    return this.raw(address, port, (socket) => serveMail(socket, mail, tls));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all([...this.#servers].map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

function secure({
  identity,
  minVersion = "TLSv1.2",
  maxVersion = "TLSv1.3",
  ciphers = "DEFAULT@SECLEVEL=0",
  protocols,
}: TlsSettings) {
  const key = identity.key.export({ type: "pkcs8", format: "pem" });
  const alpn = protocols === undefined ? {} : { ALPNProtocols: [...protocols] };
  return { cert: identity.pem, key, minVersion, maxVersion, ciphers, ...alpn };
}

function listener(pages: Pages): RequestListener {
  return (request, response) => {
    const page = pages[request.url ?? "/"] ?? pages["*"] ?? { status: 404, body: "not found" };
    if (typeof page === "function") return page(request, response);
    response.writeHead(page.status ?? 200, (page.headers ?? []).flat());
    response.end(page.body ?? "");
    return undefined;
  };
}

function serveMail(
  socket: Socket,
  { greeting = "220 lab ESMTP", ehlo = ["lab", "STARTTLS"], starttls = "works", onCommand }: MailSettings,
  tls: TlsSettings,
) {
  socket.write(`${greeting}\r\n`);
  socket.on("data", (bytes) => {
    const command = bytes.toString("latin1").trim().toUpperCase();
    onCommand?.(command);
    if (command.startsWith("EHLO")) {
      const lines = ehlo.map((line, at) => `250${at === ehlo.length - 1 ? " " : "-"}${line}\r\n`);
      socket.write(lines.join(""));
    } else if (command === "STARTTLS") {
      socket.write("220 go ahead\r\n");
      socket.removeAllListeners("data");
      if (starttls === "breaks") socket.end("this is no handshake");
      else
        new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(secure(tls)) }).on(
          "error",
          () => {},
        );
    } else socket.end("221 bye\r\n");
  });
}
