import { readTags } from "./lookup.ts";

/** A policy of MTA-STS (RFC 8461 3.2). */
export interface MtaStsPolicy {
  readonly mode: "enforce" | "testing" | "none";
  readonly mx: readonly string[];
  readonly maxAge: number;
}

/** Is this TXT record meant as MTA-STS? */
export function isMtaSts(text: string): boolean {
  return /^v=STSv1\s*;/.test(text);
}

/** Does the TXT record hold what receivers need: an id of up to 32 letters and digits? */
export function isValidMtaSts(text: string): boolean {
  return /^[a-zA-Z0-9]{1,32}$/.test(readTags(text)?.get("id") ?? "");
}

/**
 * Reads a policy.
 * @returns null where it is not readable: a field is missing, the mode is unknown, no MX is named.
 */
export function readMtaStsPolicy(text: string): MtaStsPolicy | null {
  const fields = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "") continue;
    // Split at the colon: one expression for the whole line would try every way to share out a long row of blanks.
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (!/^[a-z0-9][a-z0-9_.-]{0,31}$/i.test(name)) return null;
    const values = fields.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    fields.set(name, values);
  }
  const one = (name: string) => fields.get(name)?.[0];
  const mode = (["enforce", "testing", "none"] as const).find((each) => each === one("mode"));
  const maxAge = /^\d{1,10}$/.test(one("max_age") ?? "") ? Number(one("max_age")) : null;
  const mx = (fields.get("mx") ?? []).map((pattern) => pattern.toLowerCase().replace(/\.$/, ""));
  if (one("version") !== "STSv1" || mode === undefined || maxAge === null) return null;
  return mode !== "none" && mx.length === 0 ? null : { mode, mx, maxAge };
}

/** Do the patterns of a policy cover all these hosts? `*.firma.sk` covers one label. */
export function coversAll({ mx }: Pick<MtaStsPolicy, "mx">, hosts: readonly string[]): boolean {
  const patterns = new Set(mx);
  return hosts.every((host) => {
    const dot = host.indexOf(".");
    return patterns.has(host) || (dot >= 0 && patterns.has(`*${host.slice(dot)}`));
  });
}
