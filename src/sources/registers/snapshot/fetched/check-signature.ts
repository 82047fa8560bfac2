import { askText } from "../../../../outbound/ask-text.ts";
import type { DownloadEnvironment } from "../../../../outbound/download.ts";
import { SourceFailure } from "../../../../outbound/failure.ts";
import { judgeSignature, type VerifyingKey } from "../publishing/minisign.ts";
import { SnapshotRefusal } from "./refusal.ts";

/** A signature has some three hundred bytes. */
const MOST_BYTES = 4_096;
const TOTAL_MS = 20_000;

/** Statuses that say that nothing lies there; an object store that lists nothing to strangers says 403. */
const NOTHING_THERE: readonly (number | undefined)[] = [403, 404, 410];

/**
 * Asks for the signature beside a checksum (`.minisig`) and compares it with the key of `SNAPSHOT_KEY`.
 * @throws SnapshotRefusal `unsigned` or `wrong_signature`, SourceFailure where the publisher does not answer
 */
export async function checkSignature(
  { url, text, key }: { readonly url: URL; readonly text: string; readonly key: VerifyingKey },
  environment: DownloadEnvironment,
  stop: AbortSignal,
): Promise<void> {
  const signature = await askSignature(url, environment, stop);
  const judgement = signature === undefined ? "none" : judgeSignature(text, signature, key);
  if (judgement === "none") {
    throw new SnapshotRefusal(
      "unsigned",
      "SNAPSHOT_KEY is set, and no signature (.minisig) stands beside the checksum.",
    );
  }
  if (judgement === "wrong") {
    throw new SnapshotRefusal("wrong_signature", "the signature of the snapshot is not one of SNAPSHOT_KEY.");
  }
}

async function askSignature(
  checksumUrl: URL,
  environment: DownloadEnvironment,
  stop: AbortSignal,
): Promise<string | undefined> {
  const url = new URL(checksumUrl);
  url.pathname = `${url.pathname}.minisig`;
  try {
    const answer = await askText({ url, maxBytes: MOST_BYTES, totalMs: TOTAL_MS }, environment, stop);
    return answer.kind === "received" ? answer.text : undefined;
  } catch (thrown) {
    if (thrown instanceof SourceFailure && NOTHING_THERE.includes(thrown.status)) return undefined;
    throw thrown;
  }
}
