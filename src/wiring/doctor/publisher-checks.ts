import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import type { Config } from "../../config.ts";
import { askPublished } from "../../sources/registers/snapshot/fetched/ask-published.ts";
import { SnapshotRefusal } from "../../sources/registers/snapshot/fetched/refusal.ts";
import { VERSION } from "../../version.ts";
import { reasonOf } from "./server-checks.ts";

/** Can the snapshot of SNAPSHOT_URL be had, and is it signed as SNAPSHOT_KEY demands? Nothing is fetched but the checksum. */
export async function checkPublisher(config: Config, now: () => Date): Promise<readonly Finding[]> {
  const { snapshotUrl, snapshotKey: key } = config;
  if (snapshotUrl === undefined) return [];
  const check = "snapshot_publisher";
  try {
    const environment = { userAgent: `Dosah/${VERSION} (+${config.baseUrl})`, now };
    await askPublished({ url: new URL(snapshotUrl), key }, null, environment, new AbortController().signal);
    return [{ check, code: key === undefined ? "publisher_trusted" : "publisher_signed" }];
  } catch (cause) {
    const kind = cause instanceof SnapshotRefusal ? cause.kind : undefined;
    if (kind === "unsigned") return [{ check, code: "publisher_unsigned" }];
    if (kind === "wrong_signature") return [{ check, code: "publisher_wrong_signature" }];
    return [{ check, code: "publisher_silent", values: { problem: reasonOf(cause) } }];
  }
}
