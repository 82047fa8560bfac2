import { SourceFailure } from "./failure.ts";

/**
 * Reads a body as UTF-8, giving up as soon as more than `maxBytes` have come: a source cannot fill the memory, and
 * nothing beyond the cap is fetched.
 * @throws SourceFailure `too_large`; what the stream throws otherwise.
 */
export async function readBody(response: Response, maxBytes: number): Promise<string> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  if (announced > maxBytes) {
    await discardBody(response);
    throw new SourceFailure("too_large", { status: response.status });
  }
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new SourceFailure("too_large", { status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Lets go of an answer whose body nobody reads, so that its connection ends. */
export async function discardBody(response: Response): Promise<void> {
  // A body that has broken already cannot be cancelled and need not be.
  await response.body?.cancel().catch(() => undefined);
}
