/** How a body may be packed on its way; the better one first. */
export const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** The packing that a client likes best (`Accept-Encoding`, RFC 9110, 12.5.3); `undefined`: none of those on offer. */
export function codingOf(
  acceptEncoding: string | null | undefined,
  offered: readonly Coding[] = CODINGS,
): Coding | undefined {
  const weights = new Map((acceptEncoding ?? "").split(",").map(readEntry));
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get("*") ?? 0;
  const best = offered.toSorted((one, other) => weightOf(other) - weightOf(one))[0];
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}

function readEntry(entry: string): [name: string, weight: number] {
  const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return [name, weight === undefined ? 1 : Number(weight) || 0];
}
