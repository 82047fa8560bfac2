/**
 * The `Cache-Control` of what everybody gets alike: a browser may keep it for some minutes, a shared cache for an hour,
 * and go on serving what it has for a day while it asks anew, for a week while we do not answer.
 * @param maxAge seconds
 */
export function publicCaching(maxAge: number = 300): string {
  return `public, max-age=${maxAge}, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800`;
}
