import { constants } from "node:os";
import { pino } from "pino";
import { type Call, createCall } from "./capabilities/calling/call.ts";
import type { OperatorServices, Services } from "./capabilities/contexts.ts";
import { SETTINGS } from "./config/settings.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { EXIT, helpText, runCommand, selectCommand, unknownCommand } from "./faces/cli/cli.ts";
import { showProgress } from "./faces/cli/progress.ts";
import { terminal } from "./faces/cli/terminal.ts";
import { makeFolder } from "./files/make-folder.ts";
import { KnowledgeError } from "./knowledge/load.ts";
import { RegisterFileError } from "./sources/registers/snapshot/records/failure.ts";
import { StateVersionError } from "./state/state-error.ts";
import { VERSION } from "./version.ts";
import { examine } from "./wiring/doctor/examine.ts";
import { instanceName } from "./wiring/job-events.ts";
import { type Environment, openServices } from "./wiring/open-services.ts";

/** What a shell adds to the number of the signal that ended a process. */
const SIGNAL_EXIT = 128;

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
    const command = selectCommand(argv);
    if (command?.standsAlone) {
      process.exitCode = await runCommand(command, argv, { call: noCall, terminal });
      return;
    }
    if (command?.opensNothing) {
      process.exitCode = await runCommand(command, argv, { call: examining(process.env), terminal });
      return;
    }
    const config = readConfig(process.env);
    if (argv[0] === "serve" && argv.length === 1) await serve(config);
    else if (command !== undefined) process.exitCode = await ask(config, command, argv);
    else if (argv.length === 1 && argv[0] === "--version") terminal.out(VERSION);
    else if (argv.length === 0 || argv[0] === "help" || argv.includes("--help") || argv.includes("-h")) {
      terminal.out(helpText());
    } else {
      for (const line of unknownCommand(argv)) terminal.err(line);
      process.exitCode = EXIT.usage;
    }
  } catch (error) {
    const line = lineFor(error, process.env);
    if (line === undefined) throw error;
    terminal.err(line);
    process.exitCode = EXIT.problem;
  }
}

/** Starts the service; SIGTERM and SIGINT drain it and exit with 0, a second one ends it at once. */
async function serve(config: Config): Promise<void> {
  makeFolder(config.dataDir);
  const log = pino({ level: config.logLevel, base: { pid: process.pid, instance: instanceName(config) } });
  // Only a server needs the pages and protocols: a command answers sooner without them.
  const { createService } = await import("./service.ts");
  const service = await createService(config, { now: () => new Date(), log, settings: namesSet() });
  const listening = await service.start();
  log.info({ address: config.baseUrl, port: listening.port }, "Dosah is listening");
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(0), STOP_MS).unref();
    void listening.stop().then(() => {
      process.exitCode = 0;
    });
  };
  let isSignalled = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (isSignalled) process.exit(SIGNAL_EXIT + constants.signals[signal]);
      isSignalled = true;
      stop(signal);
    });
  }
  // The same signal, passed on by whoever started this process (bin/dosah.js); it may come twice.
  process.on("dosah:stop", stop);
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
  makeFolder(config.dataDir);
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

/** For commands that stand alone. */
const noCall: Call = () => Promise.reject(new Error("a command that stands alone calls no capability"));

/**
 * The call of the command that examines the installation: it must say what is wrong where nothing can be opened, so
 * nothing is, and whatever asks for more than the examination is a mistake of ours.
 */
function examining(env: NodeJS.ProcessEnv): Call {
  const operator = { examine: () => examine(env, { now: () => new Date() }) };
  return createCall({ services: {} as Services, operator: operator as OperatorServices }, uncounted);
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
