import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const DIGITS = 6;

/** One step either way: clocks of phones differ. The one documented difference from ASVS 6.5.5. */
const WINDOW = 1;

/** A new secret of 160 bits in base 32, as authenticator apps take it (RFC 4226, section 4, R6). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address behind the QR code: `otpauth://totp/...`. `email` is what the app shows beside the code. */
export function totpAddress(secret: string, email: string): string {
  return totp(secret, email).toString();
}

/**
 * The step of a code (RFC 6238: seconds since 1970 by 30) when it is valid at this instant, else `undefined`. The
 * caller accepts it only when it is later than the last one accepted: every code works once.
 * @param at milliseconds since 1970
 */
export function totpStepOf(secret: string, code: string, at: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totp(secret, "").validate({ token: code, timestamp: at, window: WINDOW });
  return delta === null ? undefined : Math.floor(at / 1000 / PERIOD_SECONDS) + delta;
}

function totp(secret: string, label: string): TOTP {
  return new TOTP({
    issuer: "Dosah",
    label,
    algorithm: "SHA1",
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
