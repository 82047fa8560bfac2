import { setTimeout as wait } from "node:timers/promises";
import { askText } from "../../../outbound/ask-text.ts";
import type { DownloadEnvironment } from "../../../outbound/download.ts";
import { SourceFailure } from "../../../outbound/failure.ts";
import { fetchFailureOf } from "./failure.ts";

/** Longest time for one page, and attempts with growing pauses between them. In milliseconds. */
const PAGE_MS = 30_000;
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1_000;

/** A server that asks for a longer pause is asked again another day. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Reads one page of a bucket's list. Nobody waits for it, so what may pass is tried again.
 * @throws FetchFailure when it cannot be had, or has more than `maxBytes`.
 */
export async function readPage(
  url: string,
  maxBytes: number,
  network: DownloadEnvironment & { readonly stallMs?: number },
): Promise<string> {
  const { random = Math.random, stallMs = PAGE_MS } = network;
  const stop = new AbortController().signal;
  const sleep = network.sleep ?? ((ms: number) => wait(ms));
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await askText({ url: new URL(url), maxBytes, totalMs: stallMs }, network, stop);
      if (answer.kind === "received") return answer.text;
      throw new SourceFailure("http_status", { status: 304 });
    } catch (thrown) {
      const failure = fetchFailureOf(thrown, url);
      const ms = failure.waitMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random() / 2);
      if (attempt >= ATTEMPTS || ms > LONGEST_PAUSE_MS || !mayPass(failure)) throw failure;
      await sleep(ms, stop);
    }
  }
}

function mayPass({ kind, status }: { readonly kind: string; readonly status: number | undefined }): boolean {
  if (kind === "http_status") return status !== undefined && (status >= 500 || status === 408);
  return ["connect", "timeout", "broken_off", "rate_limited"].includes(kind);
}
