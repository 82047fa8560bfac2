import { pino } from "pino";
import { createCall } from "./capabilities/calling/call.ts";
import { SETTINGS } from "./config/settings.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { EXIT, helpText, runCommand, selectCommand } from "./faces/cli/cli.ts";
import { showProgress } from "./faces/cli/progress.ts";
import { terminal } from "./faces/cli/terminal.ts";
import { KnowledgeError } from "./knowledge/load.ts";
import { RegisterFileError } from "./sources/registers/snapshot/records/failure.ts";
import { StateVersionError } from "./state/state-error.ts";
import { VERSION } from "./version.ts";
import { instanceName } from "./wiring/open-jobs.ts";
import { type Environment, openServices } from "./wiring/open-services.ts";

/** A stop that takes longer than this is cut short, in milliseconds. */
const STOP_MS = 9_500;

/**
 * Runs `dosah`: the first words select what to do, the environment holds the settings.
 * The only file that touches the process itself.
 */
export async function run(argv: readonly string[]): Promise<void> {
  // Whoever read our output has read enough (`| head`): that is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  try {
    const config = readConfig(process.env);
    const command = selectCommand(argv);
    if (argv[0] === "serve" && argv.length === 1) await serve(config);
    else if (command !== undefined) process.exitCode = await ask(config, command, argv);
    else if (argv.length === 1 && argv[0] === "--version") terminal.out(VERSION);
    else {
      const isHelp = argv.length === 0 || argv[0] === "help" || argv.includes("--help") || argv.includes("-h");
      (isHelp ? terminal.out : terminal.err)(helpText());
      process.exitCode = isHelp ? EXIT.answered : EXIT.usage;
    }
  } catch (error) {
    const line = lineFor(error, process.env);
    if (line === undefined) throw error;
    terminal.err(line);
    process.exitCode = EXIT.problem;
  }
}

/** Starts the service; SIGTERM and SIGINT drain it and exit with 0. */
async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: { pid: process.pid, instance: instanceName(config) } });
  // Only a server needs the pages and protocols: a command answers sooner without them.
  const { createService } = await import("./service.ts");
  const service = await createService(config, { now: () => new Date(), log, settings: namesSet() });
  const listening = await service.start();
  log.info({ address: config.baseUrl, port: listening.port }, "Dosah is listening");
  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void listening.stop().then(() => {
      process.exitCode = 0;
    });
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

/** Names of the settings that are set; never a value. */
function namesSet(): string[] {
  return Object.values(SETTINGS)
    .map(({ name }) => name)
    .filter((name) => (process.env[name] ?? "").trim() !== "");
}

/** Answers one command and stops. */
async function ask(
  config: Config,
  command: NonNullable<ReturnType<typeof selectCommand>>,
  argv: readonly string[],
): Promise<number> {
  const environment: Environment = {
    now: () => new Date(),
    settings: namesSet(),
    log: pino({ level: "error" }, pino.destination(2)),
  };
  const opened = await openServices(config, environment, showProgress(terminal));
  try {
    return await runCommand(command, argv, { call: createCall(opened, uncounted), terminal });
  } finally {
    await opened.close();
  }
}

/** The operator's own commands count for nobody. */
const uncounted = {
  take: () => ({ allowed: true, states: [] }) as const,
  close: async () => {},
};

/** What is the operator's to mend gets one line instead of a stack; `undefined` for a bug of ours. */
function lineFor(error: unknown, { METRICS_PORT }: NodeJS.ProcessEnv): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof KnowledgeError ||
    error instanceof RegisterFileError ||
    error instanceof StateVersionError
  ) {
    return error.message;
  }
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  if (error.code === "EADDRINUSE") {
    const setting = "port" in error && String(error.port) === METRICS_PORT ? "METRICS_PORT" : "PORT";
    return `${setting}: something else listens there already (${error.message}).`;
  }
  if ("syscall" in error && error.syscall === "mkdir")
    return `DATA_DIR: no folder can be made there (${error.message}).`;
  if (error.code === "EACCES" || error.code === "EADDRNOTAVAIL") return `HOST, PORT or DATA_DIR: ${error.message}.`;
  return undefined;
}
