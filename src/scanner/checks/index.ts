import type { ScanCheckId } from "../../core/scan-checks.ts";
import type { Check } from "./check.ts";
import { dnsCaa } from "./dns-caa.ts";
import { dnsDangling } from "./dns-dangling.ts";
import { dnsDnssec } from "./dns-dnssec.ts";
import { dnsIpv6 } from "./dns-ipv6.ts";
import { dnsNameservers } from "./dns-nameservers.ts";
import { mailDane } from "./mail-dane.ts";
import { mailDkim } from "./mail-dkim.ts";
import { mailDmarc } from "./mail-dmarc.ts";
import { mailMtaSts } from "./mail-mta-sts.ts";
import { mailNoMail } from "./mail-no-mail.ts";
import { mailSpf } from "./mail-spf.ts";
import { mailStarttls } from "./mail-starttls.ts";
import { mailTlsRpt } from "./mail-tls-rpt.ts";
import { tlsAvailable } from "./tls-available.ts";
import { tlsChain } from "./tls-chain.ts";
import { tlsCipher } from "./tls-cipher.ts";
import { tlsExpiry } from "./tls-expiry.ts";
import { tlsHostname } from "./tls-hostname.ts";
import { tlsKey } from "./tls-key.ts";
import { tlsVersion } from "./tls-version.ts";
import { webCookies } from "./web-cookies.ts";
import { webCors } from "./web-cors.ts";
import { webCsp } from "./web-csp.ts";
import { webFrame } from "./web-frame.ts";
import { webHsts } from "./web-hsts.ts";
import { webMixed } from "./web-mixed.ts";
import { webNosniff } from "./web-nosniff.ts";
import { webPermissions } from "./web-permissions.ts";
import { webRedirect } from "./web-redirect.ts";
import { webReferrer } from "./web-referrer.ts";
import { webSecurityTxt } from "./web-security-txt.ts";
import { webSri } from "./web-sri.ts";
import { webStatus } from "./web-status.ts";
import { webVersionLeak } from "./web-version-leak.ts";

/** All checks, in the order in which they are listed. */
export const CHECKS: readonly Check[] = [
  dnsDnssec,
  dnsCaa,
  dnsNameservers,
  dnsDangling,
  dnsIpv6,
  mailSpf,
  mailDmarc,
  mailDkim,
  mailMtaSts,
  mailTlsRpt,
  mailStarttls,
  mailDane,
  mailNoMail,
  tlsAvailable,
  tlsVersion,
  tlsChain,
  tlsHostname,
  tlsExpiry,
  tlsKey,
  tlsCipher,
  webRedirect,
  webHsts,
  webCsp,
  webFrame,
  webNosniff,
  webReferrer,
  webCookies,
  webMixed,
  webSri,
  webVersionLeak,
  webCors,
  webSecurityTxt,
  webPermissions,
  webStatus,
];

/** Their ids, in the same order. */
export const SCAN_CHECK_IDS: readonly ScanCheckId[] = CHECKS.map(({ id }) => id);
