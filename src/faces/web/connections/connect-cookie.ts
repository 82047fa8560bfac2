/** The cookie that ties a request to the browser that opened it. */
export const CONNECT_COOKIE = "dosah_oauth";

/** Seconds that a request lives. */
export const CONNECT_SECONDS = 600;

/** The address of the page of consent below the language. */
export function connectPath(requestId: string): string {
  return `/connect/${encodeURIComponent(requestId)}`;
}
