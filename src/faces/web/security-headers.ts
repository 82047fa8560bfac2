/**
 * What every page says to the browser. Nothing is loaded from elsewhere, nothing inline runs: should the
 * escaping ever fail, a name from a register would still not run as a script.
 */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), browsing-topics=()",
    ...(baseUrl.startsWith("https://") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}
