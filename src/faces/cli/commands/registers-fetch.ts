import type { AnswerOf } from "../../../capabilities/capability.ts";
import { registerFetch } from "../../../capabilities/registers/register-fetch.ts";
import { unreadableEndsLine } from "../../../capabilities/registers/unreadable-ends.ts";
import { inEnglish } from "../../../core/locale.ts";
import type { Problem } from "../../../core/problem.ts";
import { formatNumber } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

type Answer = AnswerOf<typeof registerFetch>;
type Register = Answer["registers"][number];

const formats = registerFetch.input.shape.only.unwrap().element.options;

/** `dosah registers fetch`: downloads what the registers publish and imports it, while serving goes on. */
export const registersFetch: Command = {
  words: "registers fetch",
  usage: `registers fetch [--country CZ|SK] [--only ${formats.join("|")}]... [--from FILE] [--anew] [--json]`,
  help: "download the registers' public files and import them",
  state: "registers",
  options: {
    country: { type: "string" },
    only: { type: "string", multiple: true },
    from: { type: "string" },
    anew: { type: "boolean" },
  },
  run: async (input, { call }) => {
    const args = given({
      country: textOption(input, "country"),
      only: input.values.only,
      from: textOption(input, "from"),
      anew: input.values.anew,
      locale: "en",
    });
    const { answer } = await call(registerFetch, args, [], OPERATOR);
    const { complete, registers, seconds } = answer;
    return {
      json: answer,
      lines: [
        ...registers.filter(isWell).map(lineOf),
        ...(complete ? [`Done in ${formatNumber(seconds, "en")} s.`] : []),
      ],
      err: registers.flatMap((register) => [
        ...(isWell(register) ? [] : [lineOf(register)]),
        ...unreadableEndsLine(register.unreadableEnds),
        ...register.firstSkipped.map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
      ]),
      ...(complete ? {} : { problem: incomplete(answer) }),
    };
  },
};

function isWell({ result }: Register): boolean {
  return result === "published" || result === "unchanged";
}

function lineOf({ register, ...rest }: Register): string {
  return `${register.padEnd(14)} ${whatCame(rest)}`;
}

function whatCame({ result, failure, ...register }: Omit<Register, "register">): string {
  if (result === "published") {
    const [rows, skipped, firms] = [register.rows, register.skipped, register.companies ?? 0].map((value) =>
      formatNumber(value, "en"),
    );
    const day = register.dataAsOf ?? "";
    return `${sizeOf(register.received)}, rows: ${rows}, skipped: ${skipped}, firms: ${firms}, as of ${day}`;
  }
  if (failure === null) return result === "unchanged" ? "unchanged" : "fetched, but not imported";
  const details = [
    failure.status === null ? "" : ` (HTTP ${failure.status})`,
    failure.retryAfter === null ? "" : ` (Retry-After: ${failure.retryAfter} s)`,
    failure.url === null ? "" : `  ${failure.url}`,
  ];
  return `failed: ${failure.text}${details.join("")}`;
}

/** The registers that failed, or the file that was refused, and what to do: the exit code then is not 0. */
function incomplete({ refusal, registers }: Answer): Problem {
  if (refusal !== null) return { code: "source_unavailable", message: inEnglish(refusal), nextStep: MEND };
  const names = registers.flatMap(({ register, result }) => (result === "failed" ? [register] : [])).join(", ");
  return { code: "source_unavailable", message: inEnglish(`Could not be fetched: ${names}.`), nextStep: AGAIN };
}

/** A daily batch has kilobytes, a whole register hundreds of megabytes. */
function sizeOf(bytes: number): string {
  const [unit, name] = bytes < 1_000_000 ? [1_000, "kB"] : [1_000_000, "MB"];
  return `${formatNumber(Math.round((bytes / unit) * 10) / 10, "en")} ${name}`;
}

const MEND = inEnglish(
  "Nothing was changed: the previous data stays in use. A damaged file is downloaded again the next time; --only imports the other registers.",
);

const AGAIN = inEnglish(
  "Run the command again later: what has arrived is not lost, and the other registers were not affected.",
);
