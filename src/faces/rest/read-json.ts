import { placeOf } from "../../capabilities/calling/typed-text.ts";
import { NotText, textOf } from "../../core/text-of.ts";
import type { RestProblem } from "./problem-reply.ts";
import { BODY_LIMIT, bodyTooLarge, bodyTooSlow, invalidJson, notJson, notUtf8 } from "./transport-problems.ts";

/** How long a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 15_000;

export type JsonBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "refused"; readonly problem: RestProblem };

/** A body as it came. */
export type BytesBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly problem: RestProblem };

/** Reads a JSON body of at most `most` bytes; what is announced or grows larger is not read on. */
export async function readJson(
  request: Request,
  most: number = BODY_LIMIT,
  timeoutMs: number = BODY_TIMEOUT_MS,
): Promise<JsonBody> {
  if (!isJson(request.headers.get("content-type"))) return refused(notJson);
  const body = await readBytes(request, most, timeoutMs);
  if (body.kind === "refused") return body;
  try {
    return { kind: "json", value: JSON.parse(textOf(body.bytes).text) };
  } catch (thrown) {
    if (thrown instanceof NotText) return refused(notUtf8(placeOf(thrown)));
    return refused(invalidJson);
  }
}

/** Reads a body of at most `most` bytes, whatever it is. */
export async function readBytes(
  request: Request,
  most: number,
  timeoutMs: number = BODY_TIMEOUT_MS,
): Promise<BytesBody> {
  if (request.headers.get("content-encoding") !== null) return refused(notJson);
  if (Number(request.headers.get("content-length") ?? 0) > most) return refused(bodyTooLarge(most));
  try {
    const bytes = await collect(request, most, timeoutMs);
    if (bytes === "too_large") return refused(bodyTooLarge(most));
    return bytes === "too_slow" ? refused(bodyTooSlow) : { kind: "bytes", bytes };
  } catch {
    // The client went away: nobody reads the answer then, and it is no failure of ours.
    return refused(invalidJson);
  }
}

function isJson(contentType: string | null): boolean {
  const [essence, ...parameters] = (contentType ?? "")
    .toLowerCase()
    .split(";")
    .map((value) => value.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="));
  return essence === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

async function collect(
  request: Request,
  most: number,
  timeoutMs: number,
): Promise<Uint8Array | "too_large" | "too_slow"> {
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {});
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return "too_slow";
      if (done) return Buffer.concat(chunks, size);
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        return "too_large";
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

function refused(problem: RestProblem): { readonly kind: "refused"; readonly problem: RestProblem } {
  return { kind: "refused", problem };
}
