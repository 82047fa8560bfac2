import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import type { Operator } from "../core/operator.ts";

/** Who runs this installation, and whether people on a public address can know it. */
export function operatorOf(config: Config): Operator {
  const { operatorName, operatorId, operatorAddress, operatorContact, privacyUrl, termsUrl, baseUrl } = config;
  const isKnown = operatorName !== undefined && operatorContact !== undefined;
  return {
    name: operatorName ?? null,
    id: operatorId ?? null,
    address: operatorAddress ?? null,
    contact: operatorContact ?? null,
    privacyUrl: privacyUrl ?? null,
    termsUrl: termsUrl ?? null,
    standing: isKnown ? "known" : isPublicAddress(baseUrl) ? "missing" : "local",
  };
}

/** True for an address whose host is neither `localhost` nor a loopback or private one. */
export function isPublicAddress(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");
  if (!ipaddr.isValid(host)) return !/(^|\.)localhost$/.test(host);
  const range = ipaddr.process(host).range();
  return !["loopback", "private", "linkLocal", "uniqueLocal", "unspecified"].includes(range);
}
