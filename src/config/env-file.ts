import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { ConfigError } from "../config.ts";
import { ENV_FILE_SETTING } from "./unknown.ts";

/** The file of the unit, which a command reads where no other is named. */
const UNIT_FILE = "/etc/dosah.env";

/** What a command line belongs to: its settings, the words that are left, and the file that they came from. */
export interface Settings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  /** Absolute; `undefined`: the environment alone. */
  readonly file: string | undefined;
}

/**
 * Reads the settings of `--env-file FILE`, else of `DOSAH_ENV_FILE`, else of `/etc/dosah.env` where it can be read. What
 * the environment sets already stays.
 * @throws ConfigError where a named file cannot be read
 */
export function readSettings(argv: readonly string[], env: NodeJS.ProcessEnv, unitFile = UNIT_FILE): Settings {
  const { words, option } = withoutOption(argv);
  const named = option ?? (env[ENV_FILE_SETTING]?.trim() || undefined);
  const file = resolve(named ?? unitFile);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    if (named === undefined) return { env, argv: words, file: undefined };
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    const setting = option === undefined ? ENV_FILE_SETTING : "--env-file";
    throw new ConfigError([
      `${setting}: ${file} cannot be read${code}. Name a file of settings that this user may read.`,
    ]);
  }
  return { env: { ...parseEnv(text), ...env }, argv: words, file };
}

/** Takes `--env-file FILE` or `--env-file=FILE` out of the words; behind `--` nothing is an option. */
function withoutOption(argv: readonly string[]): { readonly words: readonly string[]; readonly option?: string } {
  const end = argv.indexOf("--");
  const at = argv.findIndex((word, index) => (end < 0 || index < end) && /^--env-file(=|$)/.test(word));
  const found = argv[at];
  if (found === undefined) return { words: argv };
  const isJoined = found.startsWith("--env-file=");
  const option = isJoined ? found.slice("--env-file=".length) : argv[at + 1];
  if (option === undefined || option === "") throw new ConfigError(["--env-file: a file is missing behind it."]);
  return { words: argv.toSpliced(at, isJoined ? 1 : 2), option };
}
