import type { Memory } from "./messages.ts";
import type { CallsReport } from "./run-calls.ts";

/** What garbage collection leaves differs by so much from look to look, in bytes and as a share. */
const NOISE_BYTES = 8 * 2 ** 20;
const NOISE_SHARE = 0.05;

type Sample = Memory & { readonly made: number };

/** Means of heap and resident memory over each quarter of a run, in bytes. */
export function quarters(memory: readonly Sample[]): Memory[] {
  const most = memory.at(-1)?.made ?? 0;
  return [0, 1, 2, 3].map((quarter) => {
    const own = memory.filter(({ made }) => Math.ceil((made * 4) / most) - 1 === quarter);
    const mean = (value: (sample: Memory) => number) =>
      own.reduce((sum, sample) => sum + value(sample), 0) / Math.max(1, own.length);
    return { heap: mean(({ heap }) => heap), rss: mean(({ rss }) => rss) };
  });
}

/** True when the last quarter of a run needs no more heap than the third, apart from noise. */
export function isFlat(memory: readonly Sample[]): boolean {
  const [, , third, fourth] = quarters(memory);
  if (memory.length < 4 || third === undefined || fourth === undefined) return false;
  return fourth.heap <= third.heap * (1 + NOISE_SHARE) + NOISE_BYTES;
}

/** The report in lines for a terminal. */
export function reportLines({ made, overPort, statuses, findings, failuresLogged, memory }: CallsReport): string[] {
  const complaints = ["server_error", "hang", "foreign_text", "tells_of_inside", "no_answer_of_the_face", "thrown"];
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  return [
    `${made} calls, ${overPort} of them over the port`,
    ...Object.entries(statuses)
      .filter(([key]) => !key.startsWith("complaint"))
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, count]) => `  ${key}: ${count}`),
    ...complaints.map((complaint) => `${complaint}: ${statuses[`complaint ${complaint}`] ?? 0}`),
    `errors logged: ${failuresLogged.length}`,
    ...quarters(memory).map(
      ({ heap, rss }, index) => `quarter ${index + 1}: heap ${megabytes(heap)} MB, resident ${megabytes(rss)} MB`,
    ),
    ...findings.flatMap(({ complaint, call, answer }) => [`${complaint}: ${call}`, `  ${answer}`]),
    ...failuresLogged,
  ];
}
