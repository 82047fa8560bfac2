import { Secret, TOTP } from "otpauth";

/** The code that an app shows at an instant (milliseconds since 1970). */
export function codeAt(secret: string, at: number): string {
  const app = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: at });
}
