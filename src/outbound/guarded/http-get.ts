import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { failureOf, GuardError } from "./failure.ts";
import type { GuardedSession } from "./guarded-session.ts";
import type { TargetUrl } from "./target-url.ts";
import { handshake } from "./tls-handshake.ts";

/** As a browser offers them, with weak keys let through: a weak key is a finding, not an unnamed error. */
export const BROWSER_CIPHERS = "DEFAULT@SECLEVEL=0";

/** What is offered as protocol on top of TLS. */
export const HTTP_PROTOCOLS: readonly string[] = ["http/1.1"];

/** What one request brought. All of it is foreign. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case, in the order received, repeated where they were repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The body was longer than the limit, or the server broke it off: this is its beginning. */
  readonly cut: boolean;
}

export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Looks at the connection before the request is sent; what it throws ends the request. */
  readonly inspect?: (socket: Socket, target: TargetUrl) => void;
  /** OpenSSL's list of cipher suites that are offered; default: as browsers, and weak keys besides. */
  readonly ciphers?: string;
  /** A body that the server breaks off is taken as far as it came; without it that is a failure. */
  readonly takesPart?: boolean;
}

/**
 * GET of one URL, through the guard: a checked address, nothing followed, no cookies, no credentials, no proxy.
 * @throws GuardError
 */
export async function get(session: GuardedSession, target: TargetUrl, options: GetOptions = {}): Promise<HttpAnswer> {
  session.countRequest();
  const { limits } = session;
  const socket = await session.connect(target.host, target.port);
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(limits.requestMs)]);
  const { ciphers = BROWSER_CIPHERS } = options;
  const waitFor = { protocols: HTTP_PROTOCOLS, ciphers, timeoutMs: limits.firstByteMs, signal };
  try {
    const carrier = target.scheme === "https" ? await handshake(socket, { host: target.host, ...waitFor }) : socket;
    options.inspect?.(carrier, target);
    return await sendGet(carrier, target, session, { ...options, signal });
  } catch (error) {
    throw signal.aborted ? new GuardError("timeout", { cause: error }) : failureOf(error);
  } finally {
    socket.destroy();
  }
}

async function sendGet(
  carrier: Socket,
  { host, path, port, scheme }: TargetUrl,
  { limits, userAgent }: GuardedSession,
  { headers = {}, signal, takesPart = false }: GetOptions & { readonly signal: AbortSignal },
): Promise<HttpAnswer> {
  const usual = (scheme === "http") === (port === 80);
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      createConnection: () => carrier,
      method: "GET",
      path,
      signal,
      maxHeaderSize: limits.headerBytes,
      headers: {
        Host: usual ? host : `${host}:${port}`,
        "User-Agent": userAgent,
        Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
        "Accept-Encoding": "identity",
        Connection: "close",
        ...headers,
      },
    });
    const late = setTimeout(() => sent.destroy(new GuardError("timeout")), limits.firstByteMs);
    sent.once("response", (answer) => {
      clearTimeout(late);
      resolve(answer);
    });
    sent.on("error", (error) => {
      clearTimeout(late);
      reject(error);
    });
    // A host that switches protocols without being asked gets neither a response nor an error: only the end is seen.
    sent.once("close", () => {
      clearTimeout(late);
      reject(new GuardError("reset"));
    });
    sent.end();
  });
  const { body, cut } = await readBody(
    message,
    limits.bodyBytes,
    (error) => takesPart && !signal.aborted && isBreak(error),
  );
  const raw = message.rawHeaders;
  const pairs = Array.from(
    { length: raw.length / 2 },
    (_, at) => [(raw[2 * at] ?? "").toLowerCase(), raw[2 * at + 1] ?? ""] as const,
  );
  return { status: message.statusCode ?? 0, headers: pairs, body, cut };
}

/** Did the server end a body before its announced end? */
function isBreak(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ECONNRESET", "Z_BUF_ERROR"].includes(String(error.code));
}

/**
 * Reads at most so many bytes after decoding, then lets go of the rest.
 * @param isEnd which failures count as the end of the body
 */
async function readBody(
  message: IncomingMessage,
  limit: number,
  isEnd: (error: unknown) => boolean,
): Promise<Pick<HttpAnswer, "body" | "cut">> {
  const chunks: Buffer[] = [];
  let received = 0;
  let isBroken = false;
  try {
    for await (const chunk of decoded(message)) {
      chunks.push(chunk);
      received += chunk.length;
      if (received > limit) break;
    }
  } catch (error) {
    if (!isEnd(error)) throw error;
    isBroken = true;
  } finally {
    message.destroy();
  }
  return { body: Buffer.concat(chunks).subarray(0, limit), cut: isBroken || received > limit };
}

/** Some servers compress although they were asked not to. */
function decoded(message: IncomingMessage): Readable {
  const decoder = decoderFor(message.headers["content-encoding"]?.trim().toLowerCase());
  if (decoder === null) return message;
  message.once("error", (error) => decoder.destroy(error));
  return message.pipe(decoder);
}

function decoderFor(coding: string | undefined) {
  if (coding === "gzip" || coding === "x-gzip") return createGunzip();
  if (coding === "br") return createBrotliDecompress();
  return coding === "deflate" ? createInflate() : null;
}
