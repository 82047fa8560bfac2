import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FailureKind } from "./failure.ts";

/** How a fake server answers one request. It may also never answer. */
export type Script = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on this machine in the place of a source. */
export interface FakeServer {
  readonly url: string;
  /** `METHOD path?query` of every request so far. */
  readonly asked: readonly string[];
  readonly requests: readonly IncomingMessage[];
  script: Script;
  close(): Promise<void>;
}

/** Starts a fake server; each request is answered by the script that is set at that moment. */
export async function startFakeServer(script: Script): Promise<FakeServer> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const fakeServer = { script };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    fakeServer.script(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a server that listens on a port has an address of this form
  return Object.assign(fakeServer, {
    url: `http://127.0.0.1:${port}`,
    asked,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

/** Answers with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Script {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

/** Answers with a text as it is. */
export function text(body: string, status = 200, headers: Record<string, string> = {}): Script {
  return (_request, response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** The ways in which a source lets us down, none of which is an answer. */
export const TROUBLES: Readonly<Record<string, Script>> = {
  "a 404 of a wrong route": json({ status: 404, error: "Not Found", path: "/no-such-endpoint" }, 404),
  "a 404 with a page": text("<html><h1>Not Found</h1></html>", 404),
  "a 429 that asks for half a minute": json({ error: { code: "rate_limited" } }, 429, { "retry-after": "30" }),
  "a 429 that names no wait": text("slow down", 429),
  "a 500": json({ kod: "OBECNA_CHYBA", subKod: "SYSTEMOVA_CHYBA" }, 500),
  "a 503 with a page": text("<html>Údržba</html>", 503, { "retry-after": "120" }),
  "a 401": json({ kod: "NEPRIHLASENY_UZIVATEL" }, 401),
  garbage: text("\u0000\u0001<not json"),
  "JSON that is no record": json(["what", 1, null]),
  "an empty 200": text(""),
  "a body of 100 MB": (_request, response) => {
    const block = Buffer.alloc(1024 * 1024, "x");
    let blocks = 0;
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (blocks++ < 100) {
        if (!response.write(block)) {
          response.once("drain", more);
          return;
        }
      }
      response.end();
    };
    more();
  },
  "a body that says it is 100 MB": (_request, response) => {
    response.writeHead(200, { "content-length": String(100 * 1024 * 1024) });
    response.write("{");
  },
  "a connection that never answers": () => undefined,
  "a body that never ends": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"ico":');
  },
  "a connection that breaks off": (_request, response) => {
    response.writeHead(200, { "content-length": "500" });
    response.write('{"ico":', () => response.destroy());
  },
  "a redirect to another host": text("", 302, { location: "http://localhost.test/elsewhere" }),
  "a redirect to another port of the host": text("", 307, { location: "http://127.0.0.1:1/elsewhere" }),
  "a redirect that goes round": (request, response) => {
    response.writeHead(302, { location: request.url ?? "/" }).end();
  },
};

/** What each of them is called, in the log and in the status of the source. */
export const KIND_OF_TROUBLE: Readonly<Record<string, FailureKind>> = {
  "a 404 of a wrong route": "wrong_route",
  "a 404 with a page": "wrong_route",
  "a 429 that asks for half a minute": "rate_limited",
  "a 429 that names no wait": "rate_limited",
  "a 500": "http_status",
  "a 503 with a page": "http_status",
  "a 401": "http_status",
  garbage: "not_json",
  "JSON that is no record": "not_understood",
  "an empty 200": "not_json",
  "a body of 100 MB": "too_large",
  "a body that says it is 100 MB": "too_large",
  "a connection that never answers": "timeout",
  "a body that never ends": "timeout",
  "a connection that breaks off": "broken_off",
  "a redirect to another host": "redirect",
  "a redirect to another port of the host": "redirect",
  "a redirect that goes round": "redirect",
};
