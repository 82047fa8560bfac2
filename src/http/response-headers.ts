/** How long a browser keeps to https once it has seen this address by it, in seconds: a year. */
const HSTS_MAX_AGE = 31_536_000;

/**
 * The headers of every answer that does not set them itself, whatever answers: a face, a health check, or the HTTP
 * server that refuses a request before anything else has seen it.
 * @param baseUrl the public address; with `https` browsers are asked to stay with it
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
