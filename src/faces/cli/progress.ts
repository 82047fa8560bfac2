import type { Terminal } from "./command.ts";

/** How far an import or a download is; what the worker reports meanwhile. */
export interface Progress {
  readonly phase: string;
  /** The file that is being read or fetched. */
  readonly file?: string;
  readonly done: number;
  /** 0 for a download of unknown size. */
  readonly total: number;
  readonly rows: number;
}

const WIDTH = 24;

/** In a log a line so often is enough, in milliseconds. */
const LINE_EVERY_MS = 10_000;

/** A rest that is computed from less than this is a guess, in milliseconds. */
const SURE_MS = 2_000;

/**
 * A progress bar with the time that is left, on one line of the terminal, redrawn at most ten times a second; where the
 * output is none, a line every ten seconds.
 */
export function showProgress(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): (progress: Progress) => void {
  // What is done before the first line is due needs none.
  let drawn = terminal.isTerminal === false ? now() : Number.NEGATIVE_INFINITY;
  let shown = "";
  let begun = { label: "", at: 0, done: 0 };
  const everyMs = terminal.isTerminal === false ? LINE_EVERY_MS : 100;
  return (progress) => {
    const isDownload = progress.phase === "download";
    const label = isDownload ? (progress.file ?? "") : progress.phase;
    const isDone = progress.total > 0 && progress.done >= progress.total;
    if (label !== begun.label) begun = { label, at: now(), done: progress.done };
    if (terminal.isTerminal === false ? now() - drawn < everyMs : !isDone && label === shown && now() - drawn < everyMs)
      return;
    drawn = now();
    shown = label;
    const line = isDownload ? downloadLine(label, progress) : workLine(label, progress);
    const text = isDone ? line : `${line}${leftOf(progress, begun.done, now() - begun.at)}`;
    if (terminal.isTerminal === false) terminal.err(text);
    else terminal.status(text);
  };
}

/** The time that is left at the pace until now; nothing while that is a guess. @param first what was there already */
function leftOf({ done, total }: Progress, first: number, passedMs: number): string {
  if (total === 0 || done <= first || passedMs < SURE_MS) return "";
  const seconds = Math.ceil(((total - done) * passedMs) / (done - first) / 1000);
  return seconds < 90 ? `  ${seconds} s left` : `  ${Math.round(seconds / 60)} min left`;
}

function workLine(label: string, { done, total, rows }: Progress): string {
  const known = rows > 0 ? `  ${rows.toLocaleString("en")} rows` : "";
  return `${label.padEnd(10)} ${barOf(total === 0 ? 1 : done / total)}${known}`;
}

/** A download says how much has come; without a known size it has no bar. */
function downloadLine(label: string, { done, total }: Progress): string {
  if (total === 0) return `${label.padEnd(10)} ${megabytes(done)} MB`;
  return `${label.padEnd(10)} ${barOf(done / total)}  ${megabytes(done)} / ${megabytes(total)} MB`;
}

function barOf(share: number): string {
  const known = Math.min(1, share);
  const bar = "█".repeat(Math.round(known * WIDTH)).padEnd(WIDTH, "·");
  return `${bar} ${String(Math.floor(known * 100)).padStart(3)} %`;
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
