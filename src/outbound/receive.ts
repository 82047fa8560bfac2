import { SourceFailure } from "./failure.ts";
import { type Fetch, follow, reasonOf } from "./follow.ts";
import type { PartialFile, Validators } from "./partial-file.ts";
import { discardBody } from "./read-body.ts";
import { readRetryAfter } from "./retry-after.ts";

/** What is asked for. */
export interface Wanted {
  readonly url: URL;
  readonly maxBytes: number;
  readonly known?: Validators;
  readonly expected?: { readonly bytes?: number };
  readonly redirectTo?: readonly string[];
  readonly onProgress?: (done: number, total: number | undefined) => void;
}

/** How one attempt is made. */
export interface Attempt {
  readonly userAgent: string;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** The longest silence in the middle, in milliseconds. */
  readonly stallMs: number;
}

/**
 * Asks once for a file, or for the rest of it, and writes what comes. `unchanged`: the server says that the known
 * version is still the current one.
 * @throws SourceFailure for everything that is no whole file; what came is in the part.
 */
export async function receive(
  fetch: Fetch,
  what: Wanted,
  part: PartialFile,
  { userAgent, now, signal, stallMs }: Attempt,
): Promise<"whole" | "unchanged"> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new SourceFailure("timeout")), stallMs);
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    const range = rangeOf(part);
    const headers = {
      "user-agent": userAgent,
      accept: "*/*",
      // Ranges and checksums are those of the file as it is published, not as it is packed on the way.
      "accept-encoding": "identity",
      ...conditionOf(what.known),
      ...range,
    };
    const { response } = await follow(fetch, { ...what, headers }, either);
    try {
      if (response.status === 304 && what.known !== undefined) return "unchanged";
      await beginPart(response, what, part, range !== undefined, now);
      await appendBody(response, what, part, either, () => timer.refresh());
    } finally {
      await discardBody(response);
    }
    if (part.total !== null && part.bytes !== part.total) throw new SourceFailure("broken_off");
    return "whole";
  } finally {
    clearTimeout(timer);
  }
}

/** Begins or goes on with the part as status and headers say: the rest of what we hold, the whole, or nothing of use. */
async function beginPart(
  response: Response,
  what: Wanted,
  part: PartialFile,
  askedForRest: boolean,
  now: () => Date,
): Promise<void> {
  const { status, headers } = response;
  if (status === 416 || (status === 206 && askedForRest && !isRestOf(part, headers))) {
    // It has become another file, or ours is none of theirs. The next attempt asks for the whole.
    await part.begin({ etag: null, lastModified: null }, null);
    throw new SourceFailure("broken_off", { status });
  }
  if (status === 206 && askedForRest) return part.goOn();
  if (status !== 200) {
    const waitMs = readRetryAfter(headers.get("retry-after"), now());
    throw new SourceFailure(status === 429 ? "rate_limited" : "http_status", { status, waitMs });
  }
  const announced = headers.get("content-length");
  const total = announced !== null && /^\d{1,15}$/.test(announced) ? Number(announced) : null;
  if (total !== null && total > what.maxBytes) throw new SourceFailure("too_large", { status });
  if (total !== null && what.expected?.bytes !== undefined && total !== what.expected.bytes) {
    throw new SourceFailure("mismatch", { status });
  }
  const validators = { etag: headers.get("etag"), lastModified: headers.get("last-modified") };
  await part.begin(validators, total, readContentMd5(headers.get("content-md5")));
}

/** `Content-MD5` (RFC 1864) in hexadecimal digits; `null` when there is none or it is none. */
function readContentMd5(header: string | null): string | null {
  const bytes = Buffer.from(header ?? "", "base64");
  return bytes.length === 16 ? bytes.toString("hex") : null;
}

async function appendBody(
  response: Response,
  what: Wanted,
  part: PartialFile,
  signal: AbortSignal,
  isAlive: () => void,
): Promise<void> {
  const reader = response.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch((thrown: unknown) => {
      throw reasonOf(thrown, signal);
    });
    if (next?.value === undefined) return;
    if (part.bytes + next.value.byteLength > what.maxBytes) throw new SourceFailure("too_large");
    await part.append(next.value);
    isAlive();
    what.onProgress?.(part.bytes, part.total ?? undefined);
  }
}

/** Asks for the rest of the version that we hold a part of, if the server gave a name to it that serves for that. */
function rangeOf({ bytes, validators }: PartialFile): Record<string, string> | undefined {
  const name = strongOf(validators) ?? validators.lastModified;
  return bytes === 0 || name === null ? undefined : { range: `bytes=${bytes}-`, "if-range": name };
}

/** A weak ETag says that two versions mean the same, not that their bytes are the same. */
function strongOf({ etag }: Validators): string | null {
  return etag === null || etag.startsWith("W/") ? null : etag;
}

function conditionOf(known: Validators | undefined): Record<string, string> {
  if (known === undefined) return {};
  if (known.etag !== null) return { "if-none-match": known.etag };
  return known.lastModified === null ? {} : { "if-modified-since": known.lastModified };
}

/** True when the range that came goes on exactly where ours ends, in a file of the same length and version. */
function isRestOf(part: PartialFile, headers: Headers): boolean {
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(headers.get("content-range") ?? "");
  if (range === null || Number(range[1]) !== part.bytes) return false;
  if (range[2] !== "*" && part.total !== null && Number(range[2]) !== part.total) return false;
  const etag = headers.get("etag");
  return etag === null || part.validators.etag === null || etag === part.validators.etag;
}
