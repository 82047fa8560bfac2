/**
 * True for the name of a URL's host, in lower case, that is this machine by one of its own names; for no name below
 * `localhost`, which a resolver may lead anywhere.
 */
export function isLoopbackName(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
