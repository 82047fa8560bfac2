import type { Terminal } from "./command.ts";

/** How far an import is; what the importer tells while it works. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
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
  let phase = "";
  return (progress) => {
    const isDone = progress.done >= progress.total;
    if (!isDone && progress.phase === phase && now() - drawn < 100) return;
    drawn = now();
    phase = progress.phase;
    const share = progress.total === 0 ? 1 : Math.min(1, progress.done / progress.total);
    const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "·");
    const rows = progress.rows > 0 ? `  ${progress.rows.toLocaleString("en")} rows` : "";
    terminal.status(`${progress.phase.padEnd(10)} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %${rows}`);
  };
}
