import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { SourceFailure } from "./failure.ts";
import type { Fetch } from "./request-json.ts";

/** Longest wait for a name, a connection and the TLS handshake together: a machine without internet notices soon. */
const CONNECT_MS = 2_000;

/**
 * The most that has come packed without coming out again, in bytes. A packed body is hardly ever longer than what is in
 * it, and all that waits in our buffers is less: more is a body made to fill the line and to unpack to nothing.
 */
const MOST_AHEAD = 1_048_576;

/**
 * A `fetch` that gives up early on connecting: the built-in one offers no way to tell a host that cannot be reached
 * (two seconds are plenty) from one that thinks for ten. Follows no redirects, keeps no cookies. Asks for gzip and
 * unpacks it, unless the caller names an `accept-encoding`: then the body is given as it comes. Reading a packed body that
 * unpacks to nothing without end fails with `too_large`, so a cap on what comes out is a cap on what is fetched.
 * @throws SourceFailure `connect` when there is no connection in `connectMs`; else what the socket or the signal throws.
 */
export function createConnectFetch(connectMs: number = CONNECT_MS): Fetch {
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const send = url.protocol === "https:" ? httpsRequest : httpRequest;
      const isText = typeof body === "string";
      const asked = { "accept-encoding": "gzip", ...Object.fromEntries(new Headers(headers)) };
      const outgoing = send(url, {
        method,
        headers: {
          ...asked,
          ...(isText ? { "content-length": String(Buffer.byteLength(body)) } : {}),
        },
        ...(signal == null ? {} : { signal }),
      });
      const timer = setTimeout(() => outgoing.destroy(new SourceFailure("connect")), connectMs);
      outgoing.once("socket", (socket) => {
        // A connection that is used again: nothing to wait for, and a listener would stay on it for ever.
        if (!socket.connecting) clearTimeout(timer);
        else socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(timer));
      });
      outgoing.once("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      // An upgrade that nobody asked for ends without an error; whatever else ends so must not leave the caller waiting.
      outgoing.once("close", () => reject(new SourceFailure("broken_off")));
      outgoing.once("response", (incoming) => {
        try {
          resolve(responseOf(incoming, asked["accept-encoding"] === "gzip"));
        } catch (cause) {
          // A status like 999: no answer of HTTP.
          incoming.destroy();
          reject(new SourceFailure("broken_off", { cause }));
        }
      });
      outgoing.end(isText ? body : undefined);
    });
}

function responseOf(incoming: IncomingMessage, unpacks: boolean): Response {
  const status = incoming.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
  }
  if (status === 204 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  if (!unpacks || incoming.headers["content-encoding"] !== "gzip")
    return new Response(streamOf(incoming), { status, headers });
  // The length is that of the packed body; the cap counts what comes out.
  headers.delete("content-length");
  const unpacked = createGunzip();
  let ahead = 0;
  incoming.on("data", ({ length }: Buffer) => {
    ahead += length;
    if (ahead > MOST_AHEAD) unpacked.destroy(new SourceFailure("too_large", { status }));
  });
  incoming.once("error", (error) => unpacked.destroy(error));
  unpacked.once("close", () => incoming.destroy());
  const onRead = (length: number) => {
    ahead -= length;
  };
  return new Response(streamOf(incoming.pipe(unpacked), onRead), { status, headers });
}

/**
 * A stream that is read on demand, and destroyed with its connection when nobody wants the rest.
 * @param onRead called with the length of every piece that is read, in bytes.
 */
function streamOf(
  readable: Readable,
  onRead: (length: number) => void = () => undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = readable[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) return controller.close();
      onRead(value.length);
      controller.enqueue(new Uint8Array(value));
    },
    cancel() {
      readable.destroy();
    },
  });
}
