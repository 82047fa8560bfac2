/** An address that says where its person goes afterwards, as a parameter; nothing for who wanted nothing. */
export function withNext(address: string, next: string | null | undefined): string {
  if (next === null || next === undefined) return address;
  return `${address}${address.includes("?") ? "&" : "?"}next=${encodeURIComponent(next)}`;
}
