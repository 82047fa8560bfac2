/** How long browsers insist on https after the first visit by https, in seconds: a year. */
const HSTS_MAX_AGE = 31_536_000;

/**
 * Default headers of every response: of a face, a health check or a refusal by the HTTP server itself.
 * @param baseUrl the public address; where it is `https`, browsers are to stay with https
 */
export function defaultHeaders(baseUrl: string): Readonly<Record<string, string>> {
  return {
    "X-Content-Type-Options": "nosniff",
    // Faces that pages of other sites may read say so themselves.
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    ...(baseUrl.startsWith("https://") ? { "Strict-Transport-Security": `max-age=${HSTS_MAX_AGE}` } : {}),
  };
}
