import type { ScanCheckId } from "../core/scan-checks.ts";
import { tlsAvailable } from "./checks/tls-available.ts";
import { tlsChain } from "./checks/tls-chain.ts";
import { tlsExpiry } from "./checks/tls-expiry.ts";
import { tlsHostname } from "./checks/tls-hostname.ts";
import { webRedirect } from "./checks/web-redirect.ts";
import type { JudgedCheck } from "./judge.ts";

type Scored = Pick<JudgedCheck, "id" | "status" | "weight">;

/** Fewer judged checks than these make no score. */
const MIN_CHECKS = 8;

const POINTS: Readonly<Record<string, number>> = { pass: 1, warn: 0.5, fail: 0 };

/** Checks whose failure means that visitors are not protected at all. */
const GRAVE: ReadonlySet<ScanCheckId> = new Set(
  [tlsAvailable, tlsChain, tlsHostname, tlsExpiry, webRedirect].map(({ id }) => id),
);

/** Highest score with a grave failure, and with any other failure of weight 3. */
const GRAVE_CAP = 49;
const SERIOUS_CAP = 79;

/** The height above which a score cannot rise, and the checks that set it. */
export interface Cap {
  readonly at: number;
  readonly checks: readonly ScanCheckId[];
}

export interface TechnicalScore {
  /** 0 to 100; `null` where too little was seen. */
  readonly technical: number | null;
  readonly cap: Cap | null;
}

/** How many checks said what. */
export interface Counts {
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
  readonly info: number;
  readonly notApplicable: number;
  readonly error: number;
}

/** The technical score: points by weight, then the cap. Only what was seen counts. */
export function technicalScore(checks: readonly Scored[]): TechnicalScore {
  const counting = checks.filter(({ weight, status }) => weight > 0 && status in POINTS);
  const blind = checks.some(({ id, status }) => id === tlsAvailable.id && status === "error");
  if (counting.length < MIN_CHECKS || blind) return { technical: null, cap: null };
  const possible = counting.reduce((sum, { weight }) => sum + weight, 0);
  const points = counting.reduce((sum, { weight, status }) => sum + weight * (POINTS[status] ?? 0), 0);
  const raw = Math.round((100 * points) / possible);
  const cap = capOf(counting);
  return { technical: Math.min(raw, cap?.at ?? 100), cap };
}

function capOf(checks: readonly Scored[]): Cap | null {
  const serious = checks.filter(({ weight, status }) => weight === 3 && status === "fail").map(({ id }) => id);
  const grave = serious.filter((id) => GRAVE.has(id));
  if (grave.length > 0) return { at: GRAVE_CAP, checks: grave };
  return serious.length > 0 ? { at: SERIOUS_CAP, checks: serious } : null;
}

/** Half the technical score and half the questionnaire's; the one that exists; or none. */
export function overallScore(technical: number | null, questionnaire: number | null): number | null {
  if (technical === null || questionnaire === null) return technical ?? questionnaire;
  return Math.round(0.5 * technical + 0.5 * questionnaire);
}

/** Counts the checks by status. */
export function countStatuses(checks: readonly Pick<JudgedCheck, "status">[]): Counts {
  const of = (status: JudgedCheck["status"]) => checks.filter((check) => check.status === status).length;
  return {
    pass: of("pass"),
    warn: of("warn"),
    fail: of("fail"),
    info: of("info"),
    notApplicable: of("not_applicable"),
    error: of("error"),
  };
}
