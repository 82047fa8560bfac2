import type { FormerName } from "../records/firm-record.ts";

/** Former names as a row holds them: a line each, the day before the name; `null` for none. Names have no line ends. */
export function encodeFormer(names: readonly FormerName[] | undefined): string | null {
  if (names === undefined || names.length === 0) return null;
  return names.map(({ name, until }) => `${until} ${name}`).join("\n");
}

export function decodeFormer(text: string | null): FormerName[] {
  if (text === null) return [];
  return text.split("\n").map((line) => {
    const end = line.indexOf(" ");
    return { until: Number(line.slice(0, end)), name: line.slice(end + 1) };
  });
}
