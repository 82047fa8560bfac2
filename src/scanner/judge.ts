import type { ScanCheckId, ScanStatus } from "../core/scan-checks.ts";
import { type ArticleLetter, type Check, statusOf, type Untrusted, type Verdict } from "./checks/check.ts";
import { dnsDnssec } from "./checks/dns-dnssec.ts";
import { CHECKS } from "./checks/index.ts";
import { foreignText } from "./foreign-text.ts";
import type { Observation } from "./observation.ts";

/** Version of the checks: a new one whenever the same record would be judged differently. */
export const RULE_SET_VERSION = "1.1.0";

/** What one check says. Foreign text stands under `untrusted` alone. */
export interface JudgedCheck {
  readonly id: ScanCheckId;
  readonly status: ScanStatus;
  readonly reason: string;
  readonly weight: Check["weight"];
  readonly article: readonly ArticleLetter[];
  readonly untrusted: Untrusted;
}

/** Entries of one list of foreign texts. */
const MAX_LIST = 10;

/** Judges a record: the same record, the same verdicts. A scan that failed has none. */
export function judge(record: Observation): JudgedCheck[] {
  if (record.failure !== null) return [];
  const bogus = dnsDnssec.judge(record).reason === "bogus";
  return CHECKS.map((check) => {
    const { reason, untrusted = {} } = verdictOf(check, record, bogus);
    const { id, weight, article } = check;
    return { id, status: statusOf(check, reason), reason, weight, article, untrusted: cleaned(untrusted) };
  });
}

function verdictOf(check: Check, record: Observation, bogus: boolean): Verdict {
  // A zone whose signature is wrong may be somebody else's: nothing in it is judged.
  if (bogus && check.id !== dnsDnssec.id) return { reason: "bogus" };
  if (check.profile === "full" && record.profile === "public") return { reason: "full_profile_only" };
  return check.judge(record);
}

function cleaned(untrusted: Untrusted): Untrusted {
  return Object.fromEntries(
    Object.entries(untrusted).map(([name, value]) => {
      if (value === null) return [name, null];
      return [name, typeof value === "string" ? foreignText(value) : value.slice(0, MAX_LIST).map(foreignText)];
    }),
  );
}
