import type { ScanCheckId, ScanStatus } from "../../core/scan-checks.ts";
import type { SupplierAnswer } from "./visible-fields.ts";

/** The answers beside which stands what a scan of the domain saw, each with the checks that speak to it. */
export const OBSERVED_FIELDS: Readonly<Record<string, readonly ScanCheckId[]>> = {
  encryptionInTransit: [
    "tls.available",
    "tls.version",
    "tls.chain",
    "tls.hostname",
    "tls.expiry",
    "tls.key",
    "tls.cipher",
  ],
  vulnerabilityDisclosurePolicy: ["web.securityTxt"],
};

/** What a scan says of one check. */
export interface SeenCheck {
  readonly id: ScanCheckId;
  readonly status: ScanStatus;
}

/**
 * Does what was stated differ from what was seen? A yes differs from a check that failed, or a file that is not there
 * as it should be. A no about encryption may mean something that no scan sees; a no about a policy differs from a
 * published one. Checks that say neither are no observation.
 * @returns `undefined` where nothing can be compared
 */
export function differsFromSeen(
  field: string,
  answer: SupplierAnswer,
  seen: readonly SeenCheck[],
): boolean | undefined {
  const ids = OBSERVED_FIELDS[field] ?? [];
  const judged = seen.filter(({ id, status }) => ids.includes(id) && isVerdict(status));
  if (typeof answer !== "boolean" || judged.length === 0) return undefined;
  const isBad = ({ status }: SeenCheck) => status === "fail" || (field !== "encryptionInTransit" && status === "warn");
  if (answer) return judged.some(isBad);
  return field !== "encryptionInTransit" && judged.every(({ status }) => status === "pass");
}

function isVerdict(status: ScanStatus): boolean {
  return status === "pass" || status === "warn" || status === "fail";
}
