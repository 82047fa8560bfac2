import { NotText, textOf } from "../core/text-of.ts";
import { SourceFailure } from "./failure.ts";

/**
 * Reads a body as it is, giving up as soon as more than `maxBytes` have come: a source cannot fill the memory, and
 * nothing beyond the cap is fetched.
 * @throws SourceFailure `too_large`; what the stream throws otherwise.
 */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > maxBytes) {
    await discardBody(response);
    throw new SourceFailure("too_large", { status: response.status });
  }
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new SourceFailure("too_large", { status: response.status });
    }
    chunks.push(value);
  }
}

/**
 * Reads a body like `readBytes`, as UTF-8.
 * @throws SourceFailure `not_text` for bytes that are none; otherwise as `readBytes` does.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  try {
    return textOf(await readBytes(response, maxBytes)).text;
  } catch (thrown) {
    if (!(thrown instanceof NotText)) throw thrown;
    throw new SourceFailure("not_text", { status: response.status, cause: thrown });
  }
}

/** Lets go of an answer whose body nobody reads, so that its connection ends. */
export async function discardBody(response: Response): Promise<void> {
  // A body that has broken already cannot be cancelled and need not be.
  await response.body?.cancel().catch(() => undefined);
}
