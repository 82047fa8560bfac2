/** How lines of the log are written: one of JSON each, or one that people read each. */
export type LogFormat = "text" | "json";

const LEVELS: Readonly<Record<number, string>> = {
  10: "TRACE",
  20: "DEBUG",
  30: "INFO",
  40: "WARN",
  50: "ERROR",
  60: "FATAL",
};

/** What stands before the message, or in it. */
const LEFT_OUT: ReadonlySet<string> = new Set(["level", "time", "pid", "instance", "msg", "err"]);

/** A stream for the log that makes a readable line of each line of JSON. */
export function readableLog(out: { write(text: string): unknown }): { write(line: string): void } {
  return {
    write: (line) => {
      out.write(`${readableLine(line)}\n`);
    },
  };
}

/** One line of the log as people read it: time, level, message, then everything else by name. */
export function readableLine(line: string): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(line);
  const { level, time, msg, err } = record;
  const at = new Date(Number(time)).toISOString().slice(11, 19);
  const head = `${at} ${(LEVELS[Number(level)] ?? String(level)).padEnd(5)}`;
  // What people wait for at a start: where to go.
  if (msg === LISTENING) return `${head} Dosah ${String(record.version)} at ${String(record.address)}`;
  const rest = Object.entries(record)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const cause = typeof err === "object" && err !== null && "message" in err ? `: ${String(err.message)}` : "";
  return printable([`${head} ${String(msg ?? "")}${cause}`, ...rest].join(" "));
}

/** The last line of a start. */
export const LISTENING = "Dosah is listening";

/** Text of others must not move the cursor or make a line of its own. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
}
