import { Secret, TOTP } from "otpauth";

/** The code that an app shows at an instant (milliseconds since 1970). */
export function codeAt(secret: string, at: number): string {
  const app = new TOTP({ algorithm: "SHA1", digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: at });
}

/** A code that the app shows neither at that instant nor in the half minutes around it. */
export function wrongCodeAt(secret: string, at: number): string {
  const shown = new Set([-60_000, -30_000, 0, 30_000, 60_000].map((away) => codeAt(secret, at + away)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !shown.has(code)) ?? "";
}
