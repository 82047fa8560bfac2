/** An instant of a record (ISO 8601, checked by its schema) in milliseconds, to be compared with another one. */
export function millisecondsOf(instant: string): number {
  return Date.parse(instant);
}
