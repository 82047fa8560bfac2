/**
 * Reads `max-age` of a Strict-Transport-Security header (RFC 6797 6.1): directives in any order, values may be quoted.
 * @returns seconds; null where the header is not readable: no number, or a directive stands twice.
 */
export function readHstsMaxAge(header: string): number | null {
  const seen = new Set<string>();
  let maxAge: number | null = null;
  for (const directive of header.split(";").map((each) => each.trim())) {
    if (directive === "") continue;
    const [, written = "", quoted, bare] =
      /^([!#$%&'*+\-.^_`|~0-9a-z]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]+)))?$/i.exec(directive) ?? [];
    const name = written.toLowerCase();
    if (name === "" || seen.has(name)) return null;
    seen.add(name);
    if (name !== "max-age") continue;
    const value = quoted ?? bare ?? "";
    if (!/^\d+$/.test(value)) return null;
    maxAge = Number(value);
  }
  return maxAge;
}
