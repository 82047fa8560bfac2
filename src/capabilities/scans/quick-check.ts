import { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { SCAN_STEPS } from "../../scanner/collect/collect.ts";
import { judge, RULE_SET_VERSION } from "../../scanner/judge.ts";
import { describeChecks } from "../../scanner/result.ts";
import { countStatuses, technicalScore } from "../../scanner/score.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { SHARED_MS } from "./fair-use.ts";
import { namesOf, sharedObservation } from "./run-scan.ts";
import { checksOf } from "./scan-answer.ts";
import { noTarget, optedOut, queueFull } from "./scan-problems.ts";
import { readTypedDomain } from "./typed-domain.ts";

const count = z.number().int();

const progress = z.object({ step: z.enum(SCAN_STEPS), done: count, of: count }).nullable();

const input = z.strictObject({
  domain: z.string().describe("Host name of a public domain."),
  locale: localeParameter.describe("Language of findings, remedies and error texts."),
});

/** What a look at a domain gave in the last ten minutes, for everybody. Asks nobody. */
export const quickCheck = defineCapability({
  name: "domain_quick_check",
  access: "public",
  input,
  run: async ({ domain, locale }, services) => {
    const { target, readAs } = typedOf(domain, services);
    const { host } = target;
    const { scans, knowledge } = services;
    // What an organization has just looked at is no answer for strangers where nobody may ask without signing in.
    if (!scans.isPublic || scans.isOptedOut(target))
      return { domain: host, readAs, state: "none", progress: null, result: null };
    const known = await scans.target(host);
    const now = scans.now();
    const isFresh = known !== undefined && known.observed_at > now - SHARED_MS;
    const observation = isFresh && known.record !== null ? sharedObservation(known.record, "public") : null;
    if (observation === null) {
      const isRunning = known !== undefined && known.lease_until > now;
      const step = isRunning && known.progress !== null ? progress.parse(JSON.parse(known.progress)) : null;
      const isWaiting = isRunning || (await scans.isQuickQueued(host));
      return {
        domain: host,
        readAs,
        state: isRunning ? "running" : isWaiting ? "waiting" : "none",
        progress: step,
        result: null,
      };
    }
    const judged = judge(observation);
    const { technical, cap: height } = technicalScore(judged);
    const { failure } = observation;
    return {
      domain: host,
      readAs,
      state: "done",
      progress: null,
      result: {
        seenAt: observation.observedAt,
        ruleSetVersion: RULE_SET_VERSION,
        technical,
        names: failure === null ? namesOf(observation) : null,
        error: failure === null ? null : { code: failure, message: knowledge.scan.failures[failure][locale] },
        cap: height === null ? null : { at: height.at, checks: [...height.checks] },
        counts: countStatuses(judged),
        checks: checksOf(describeChecks(judged, knowledge.scan, locale)),
      },
    };
  },
});

/** Begins a look at a domain for somebody who is not signed in, unless there was one in the last ten minutes. */
export const quickCheckStart = defineCapability({
  name: "domain_quick_check_start",
  access: "public",
  input,
  web: { rows: ["domain_quick_check"] },
  // Before anything is counted: what cannot be scanned costs no call.
  check: ({ domain }, services) => {
    if (!services.scans.isPublic) throw new ServiceError(switchedOff);
    if (services.scans.isOptedOut(typedOf(domain, services).target)) throw new ServiceError(optedOut);
  },
  run: async ({ domain }, services) => {
    const { target, readAs } = typedOf(domain, services);
    const { host } = target;
    const { scans } = services;
    const known = await scans.target(host);
    const now = scans.now();
    const isThere = known !== undefined && (known.observed_at > now - SHARED_MS || known.lease_until > now);
    const wait = isThere ? null : await scans.queueQuick(target);
    if (wait !== null) throw new ServiceError(queueFull(wait));
    return { domain: host, readAs };
  },
});

function typedOf(domain: string, { scans }: Pick<Services, "scans">) {
  const typed = readTypedDomain(domain, scans, true);
  if (typed === null) throw new ServiceError(noTarget);
  return typed;
}

const switchedOff: Problem = {
  code: "forbidden",
  message: {
    sk: "Rýchla kontrola bez prihlásenia je tu vypnutá.",
    cs: "Rychlá kontrola bez přihlášení je zde vypnutá.",
    en: "The quick check without signing in is switched off here.",
  },
  nextStep: {
    sk: "Prihláste sa a spustite sken v organizácii.",
    cs: "Přihlaste se a spusťte sken v organizaci.",
    en: "Sign in and start a scan in an organization.",
  },
};
