/** True for what JSON gives back as it was. */
export function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
}
