import type { Terminal } from "./command.ts";

/** How far an import or a download is; what the worker reports meanwhile. */
export interface Progress {
  readonly phase: string;
  /** The file that is being read or fetched. */
  readonly file?: string;
  readonly done: number;
  /** 0 for a download whose size nobody knows. */
  readonly total: number;
  readonly rows: number;
}

const WIDTH = 24;

/** A progress bar on one line of the terminal, redrawn at most ten times a second. */
export function showProgress(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): (progress: Progress) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  let shown = "";
  return (progress) => {
    const isDownload = progress.phase === "download";
    const label = isDownload ? (progress.file ?? "") : progress.phase;
    const isDone = progress.total > 0 && progress.done >= progress.total;
    if (!isDone && label === shown && now() - drawn < 100) return;
    drawn = now();
    shown = label;
    terminal.status(isDownload ? downloadLine(label, progress) : workLine(label, progress));
  };
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
