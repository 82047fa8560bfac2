const BROWSERS: readonly [name: string, pattern: RegExp][] = [
  ["Edge", /\bEdgA?(?:iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

const SYSTEMS: readonly [name: string, pattern: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad|iPod)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/**
 * The name of a browser and its system, for the list of one's sessions: `Firefox, Linux`. Words of ours, never a part of
 * the `User-Agent` line; empty where it is none of those known.
 */
export function browserName(userAgent: string | undefined): string {
  const line = (userAgent ?? "").slice(0, 500);
  const first = (list: typeof BROWSERS) => list.find(([, pattern]) => pattern.test(line))?.[0];
  return [first(BROWSERS), first(SYSTEMS)].filter((name) => name !== undefined).join(", ");
}
