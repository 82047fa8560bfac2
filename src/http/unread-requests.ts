import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** Status by error code of the HTTP parser; any other code is a bad request. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** One refusal by the HTTP server itself. */
export interface UnreadRefusal {
  readonly status: number;
  readonly socket: Socket;
  /** Bytes of the response. */
  readonly bytes: number;
  /** The pending response to a request whose rest could not be read; it is not sent. */
  readonly response: ServerResponse | undefined;
}

/** How unreadable requests are answered. */
interface UnreadRequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** The answer that is under way on a connection. */
  readonly answering: (socket: object) => ServerResponse | undefined;
  /** Called after each refusal. */
  readonly onRefused: (refusal: UnreadRefusal) => void;
}

/**
 * Answers requests that the HTTP server could not read (no HTTP, headers too long or too slow) with the same headers
 * as every other answer; Node's own answers have none of them. Nothing of the request is repeated.
 */
export function answerUnreadRequests(server: Server, { headers, answering, onRefused }: UnreadRequestOptions): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = answering(socket);
    // Bytes in the middle of another answer would be read as a part of it.
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (socket.writable && error.code !== "ECONNRESET" && !isAnswering) {
      const status = STATUS[error.code ?? ""] ?? 400;
      const lines = Object.entries({ ...headers, "Content-Length": "0", Connection: "close" });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
      const answer = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`;
      socket.write(answer);
      const isPending = response !== undefined && !response.headersSent;
      onRefused({ status, socket, bytes: answer.length, response: isPending ? response : undefined });
    }
    socket.destroy(error);
  });
}

/**
 * What is wrong with the `Host` lines of a request, if anything. Two proxies may take two lines for two different
 * hosts, so RFC 9112 (3.2) wants such a request refused; Node would silently use the first.
 */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let lines = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") lines++;
  }
  if (lines > 1) return "The request has more than one Host header.";
  return lines === 0 && httpVersion === "1.1" ? "The request has no Host header." : undefined;
}
