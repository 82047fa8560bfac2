import { basename } from "node:path/posix";
import { askText } from "../../../../outbound/ask-text.ts";
import type { DownloadEnvironment } from "../../../../outbound/download.ts";
import { SourceFailure } from "../../../../outbound/failure.ts";
import { checksumPath, type PublishedChecksum, readChecksum } from "../importing/checksum-file.ts";
import { judgeSignature, type VerifyingKey } from "../publishing/minisign.ts";
import { SnapshotRefusal } from "./refusal.ts";

/** A checksum has some hundred bytes; it may stand in a list of a folder's files. */
const MOST_BYTES = 65_536;
const TOTAL_MS = 20_000;

/** Whose snapshot is asked about. */
export interface Publisher {
  /** The address of the file. */
  readonly url: URL;
  /** Whose signature the checksum must bear; `undefined`: none is asked for. */
  readonly key?: VerifyingKey | undefined;
}

/** What the publisher says that it has; `unchanged`: what it said under the given `ETag`. */
export type Asked =
  | { readonly kind: "unchanged" }
  | { readonly kind: "received"; readonly checksum: PublishedChecksum; readonly etag: string | null };

/**
 * Asks a publisher for the checksum of its snapshot, and for the signature of that where there must be one. Nothing
 * else is fetched before that is known to be right.
 * @throws SnapshotRefusal `no_checksum`, `unsigned`, `wrong_signature`; SourceFailure where nobody answers
 */
export async function askPublished(
  publisher: Publisher,
  etag: string | null,
  environment: DownloadEnvironment,
  stop: AbortSignal,
): Promise<Asked> {
  try {
    return await askOnce(publisher, etag, environment, stop);
  } catch (thrown) {
    // Checksum and signature are two files: between the two steps of a swap the one is older than the other.
    const mayBeSwapping = thrown instanceof SnapshotRefusal && thrown.kind === "wrong_signature";
    if (mayBeSwapping) return await askOnce(publisher, etag, environment, stop);
    throw thrown;
  }
}

async function askOnce(
  { url: file, key }: Publisher,
  etag: string | null,
  environment: DownloadEnvironment,
  stop: AbortSignal,
): Promise<Asked> {
  const url = new URL(file);
  url.pathname = checksumPath(file.pathname);
  const answer = await askText({ url, maxBytes: MOST_BYTES, totalMs: TOTAL_MS, etag }, environment, stop);
  if (answer.kind === "unchanged") return answer;
  const checksum = readChecksum(answer.text, basename(file.pathname));
  if (checksum === undefined) {
    throw new SnapshotRefusal("no_checksum", "what stands beside the snapshot as its checksum (.sha256) is none.");
  }
  // The signature covers the whole text: layout and packed form too.
  if (key !== undefined) await checkSignature({ url, text: answer.text, key }, environment, stop);
  return { kind: "received", checksum, etag: answer.etag };
}

/** A signature has some three hundred bytes. */
const MOST_SIGNATURE_BYTES = 4_096;

/** Statuses that say that nothing lies there; an object store that lists nothing to strangers says 403. */
const NOTHING_THERE: readonly (number | undefined)[] = [403, 404, 410];

/**
 * Asks for the signature beside a checksum (`.minisig`) and compares it with the key of `SNAPSHOT_KEY`.
 * @throws SnapshotRefusal `unsigned` or `wrong_signature`, SourceFailure where the publisher does not answer
 */
async function checkSignature(
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
    const answer = await askText({ url, maxBytes: MOST_SIGNATURE_BYTES, totalMs: TOTAL_MS }, environment, stop);
    return answer.kind === "received" ? answer.text : undefined;
  } catch (thrown) {
    if (thrown instanceof SourceFailure && NOTHING_THERE.includes(thrown.status)) return undefined;
    throw thrown;
  }
}
