import type { IncomingMessage, ServerResponse } from "node:http";

/** How much of an unwanted body is still taken in, and for how long, so that the client gets to read the answer. */
const LINGER_BYTES = 4 * 1024 * 1024;
const LINGER_MS = 1_000;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Sends an answer although the body was not read. If little of the body is still to come, the connection stays open.
 * Otherwise it is closed, but not at once: closing it while the client still sends would reset it, and the client would
 * lose the answer. So a limited amount of the body is read and dropped first.
 */
export function endBeforeBody(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Answer,
  keepLimit: number,
): void {
  const length: Record<string, string> =
    status === 204 ? {} : { "Content-Length": String(Buffer.byteLength(body ?? "")) };
  const isStalled = status === 408;
  if (!isStalled && (request.complete || announcedBytes(request) <= keepLimit)) {
    response.writeHead(status, { ...headers, ...length }).end(body ?? "");
    return;
  }
  response.writeHead(status, { ...headers, ...length, Connection: "close" });
  if (isStalled) {
    response.end(body ?? "");
    return;
  }
  response.write(body ?? "");
  let taken = 0;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  request.on("data", (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > LINGER_BYTES) {
      request.pause();
      end();
    }
  });
  request.on("end", end);
  request.on("close", end);
  request.resume();
}

/** How long the body says it is; one without an announced length may be endless. */
function announcedBytes({ headers }: IncomingMessage): number {
  if (headers["transfer-encoding"] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers["content-length"] ?? 0);
}
