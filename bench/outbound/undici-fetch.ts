import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Fetch } from "../../src/outbound/follow.ts";

/** What the candidate needs of undici, which is no dependency of ours. */
interface Undici {
  readonly Agent: new (options: { connect: { timeout: number } }) => object;
  request(url: URL, options: object): Promise<Answer>;
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

const PACKAGE = "undici";

/**
 * The candidate: what `createConnectFetch` does, on the npm package undici, loaded with the first request. Its
 * decompression interceptor is not used, because it prints a warning that it is experimental.
 */
export function createUndiciFetch(connectMs = 2_000): Fetch {
  const load = async () => {
    const { Agent, request } = (await import(PACKAGE)) as Undici;
    const dispatcher = new Agent({ connect: { timeout: connectMs } });
    return (url: URL, options: object) => request(url, { dispatcher, ...options });
  };
  let loaded: ReturnType<typeof load> | undefined;
  return async (url, { method = "GET", headers, body, signal }) => {
    loaded ??= load();
    const send = await loaded;
    const asked = { "accept-encoding": "gzip", ...Object.fromEntries(new Headers(headers)) };
    const answer = await send(url, { method, headers: asked, body, signal });
    return responseOf(answer, asked["accept-encoding"] === "gzip");
  };
}

function responseOf({ statusCode: status, headers: given, body }: Answer, unpacks: boolean): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const one of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, one);
  }
  if (status === 204 || status === 304) {
    body.resume();
    return new Response(null, { status, headers });
  }
  if (!unpacks || given["content-encoding"] !== "gzip") return new Response(streamOf(body), { status, headers });
  headers.delete("content-length");
  const unpacked = createGunzip();
  body.once("error", (error) => unpacked.destroy(error));
  unpacked.once("close", () => body.destroy());
  return new Response(streamOf(body.pipe(unpacked)), { status, headers });
}

function streamOf(readable: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = readable[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void readable.destroy(),
  });
}
