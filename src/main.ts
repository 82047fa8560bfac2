import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { setGlobalProxyFromEnv } from "node:http";
import { constants, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { type Call, createCall } from "./capabilities/calling/call.ts";
import { asOutage } from "./capabilities/calling/state-outage.ts";
import type { OperatorServices, Services } from "./capabilities/contexts.ts";
import type { Installation } from "./capabilities/operation/operations.ts";
import { readSettings, type Settings } from "./config/env-file.ts";
import { SETTINGS } from "./config/settings.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { EXIT, helpText, runCommand, selectCommand, unknownCommand } from "./faces/cli/cli.ts";
import type { Command } from "./faces/cli/command.ts";
import { showProgress } from "./faces/cli/progress.ts";
import { terminal } from "./faces/cli/terminal.ts";
import { makeFolder } from "./files/make-folder.ts";
import { fileTrouble } from "./files/trouble.ts";
import { LISTENING, readableLog } from "./http/log-lines.ts";
import { loadKnowledge } from "./knowledge/knowledge.ts";
import { KnowledgeError } from "./knowledge/load.ts";
import { RegisterFileError } from "./sources/registers/snapshot/records/failure.ts";
import { mayBeThere, STATE_FILE, whereIsState } from "./state/state.ts";
import { NoStateError, StateVersionError } from "./state/state-error.ts";
import { COMMIT, VERSION } from "./version.ts";
import { examine } from "./wiring/doctor/examine.ts";
import { instanceName } from "./wiring/job-events.ts";
import { type Environment, openServices } from "./wiring/open-services.ts";

/** What a shell adds to the number of the signal that ended a process. */
const SIGNAL_EXIT = 128;

/** A stop that takes longer than this is cut short, in milliseconds. */
const STOP_MS = 9_500;

/**
 * Runs `dosah`: the first words select what to do, the environment and the file of settings say for which installation.
 * The only file that touches the process itself.
 */
export async function run(words: readonly string[]): Promise<void> {
  // Whoever read our output has read enough (`| head`): that is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  let settings: Settings | undefined;
  try {
    settings = readSettings(words, process.env);
    const { argv, env } = settings;
    const command = selectCommand(argv);
    if (command?.standsAlone) {
      process.exitCode = await runCommand(command, argv, { call: noCall, terminal });
      return;
    }
    if (command?.opensNothing) {
      try {
        throughProxy(readConfig(env));
      } catch {
        // The command says what is wrong with the settings.
      }
      process.exitCode = await runCommand(command, argv, { call: examining(settings), terminal });
      return;
    }
    const config = readConfig(env);
    throughProxy(config);
    if (argv[0] === "serve" && argv.length === 1) await serve(config, settings);
    else if (command !== undefined) process.exitCode = await ask(config, command, settings);
    else if (argv.length === 1 && argv[0] === "--version") terminal.out(VERSION);
    else if (argv.length === 0 || argv[0] === "help" || argv.includes("--help") || argv.includes("-h")) {
      terminal.out(helpText());
    } else {
      for (const line of unknownCommand(argv)) terminal.err(line);
      process.exitCode = EXIT.usage;
    }
  } catch (error) {
    const line = lineFor(error, settings?.env ?? process.env);
    if (line === undefined) throw error;
    terminal.err(line);
    process.exitCode = EXIT.problem;
  }
}

/**
 * Sends what goes by the agents of Node.js through HTTPS_PROXY: our calls to sources that we name ourselves. What reaches
 * hosts of others (src/outbound/guarded/) has connections of its own.
 */
function throughProxy({ httpsProxy, noProxy }: Config): void {
  if (httpsProxy === undefined) return;
  setGlobalProxyFromEnv({ HTTPS_PROXY: httpsProxy, HTTP_PROXY: httpsProxy, NO_PROXY: noProxy ?? "" });
}

/** Starts the service; SIGTERM and SIGINT drain it and exit with 0, a second one ends it at once. */
async function serve(config: Config, { env }: Settings): Promise<void> {
  makeFolder(config.dataDir);
  const isReadable = config.logFormat === "auto" ? process.stdout.isTTY === true : config.logFormat === "text";
  const settingsOfLog = { level: config.logLevel, base: { pid: process.pid, instance: instanceName(config) } };
  const log = isReadable ? pino(settingsOfLog, readableLog(process.stdout)) : pino(settingsOfLog);
  // Only a server needs the pages and protocols: a command answers sooner without them.
  const { createService } = await import("./service.ts");
  const service = await createService(config, { now: () => new Date(), log, settings: namesSet(env) });
  const listening = await service.start();
  log.info({ address: config.baseUrl, port: listening.port, version: VERSION }, LISTENING);
  // What people at a terminal wait for, as the last line of a start; a log for programs stays one.
  if (process.stdout.isTTY) process.stdout.write(`Dosah: ${config.baseUrl}\n`);
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
function namesSet(env: Settings["env"]): string[] {
  return Object.values(SETTINGS)
    .map(({ name }) => name)
    .filter((name) => (env[name] ?? "").trim() !== "");
}

/**
 * Answers one command and stops. Only one that begins a state, or fills the register files of a `DATA_DIR` that was
 * named, makes anything where nothing is; every other lays what it reads out in a folder that goes with it.
 */
async function ask(config: Config, command: Command, settings: Settings): Promise<number> {
  const { argv, env } = settings;
  const where = { dir: config.dataDir, databaseUrl: config.databaseUrl };
  becomeOwner(config.dataDir);
  const isNamed = (env[SETTINGS.dataDir.name] ?? "").trim() !== "" || existsSync(config.dataDir);
  const use = command.stateFor?.(argv) ?? command.state ?? "needs";
  const begins = use === "begins" || (use === "registers" && isNamed);
  const needsState = use === "needs" || (use === "registers" && !begins);
  if (needsState && !mayBeThere(where)) {
    const noState = async () => Promise.reject(asOutage(new NoStateError(whereIsState(where))));
    return runCommand(command, argv, { call: noState, terminal });
  }
  const isEmpty =
    !begins && !existsSync(join(config.dataDir, "registers")) && !existsSync(join(config.dataDir, STATE_FILE));
  const scratch = isEmpty ? mkdtempSync(join(tmpdir(), "dosah-")) : undefined;
  if (begins) makeFolder(config.dataDir);
  const environment: Environment = {
    now: () => new Date(),
    settings: namesSet(env),
    log: pino({ level: "error" }, pino.destination(2)),
    isStateExpected: use !== "begins",
    installation: () => installationOf(settings, config),
    ...(scratch === undefined ? {} : { scratch }),
  };
  const opened = await openServices(config, environment, showProgress(terminal));
  try {
    const code = await runCommand(command, argv, { call: createCall(opened, uncounted), terminal });
    if (opened.state.hasChanged() || command.namesState === true) terminal.err(`State: ${whereIsState(where)}`);
    return code;
  } finally {
    await opened.close();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Root becomes the owner of `DATA_DIR`: what a command makes there is the service's to change. The settings, which often
 * are root's alone, were read before.
 */
function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return;
  terminal.err(`Working as user ${owner.uid}, who owns ${resolve(dataDir)}.`);
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** What the settings lead to. */
function installationOf({ file }: Settings, config: Config): Installation {
  return {
    program: fileURLToPath(new URL("../bin/dosah.js", import.meta.url)),
    version: VERSION,
    settingsFile: file ?? null,
    dataDir: resolve(config.dataDir),
    database: whereIsState({ dir: config.dataDir, databaseUrl: config.databaseUrl }),
  };
}

/** For commands that stand alone. */
const noCall: Call = () => Promise.reject(new Error("a command that stands alone calls no capability"));

/**
 * The call of the command that examines the installation: it must say what is wrong where nothing can be opened, so
 * nothing is, and whatever asks for more than the examination is a mistake of ours.
 */
function examining(settings: Settings): Call {
  const operator = {
    examine: () => examine(settings.env, { now: () => new Date() }),
    installation: () => installationOf(settings, readConfig(settings.env)),
    version: () => ({ version: VERSION, commit: COMMIT, ruleSet: loadKnowledge().changelog.newest.version }),
  };
  return createCall({ services: {} as Services, operator: operator as OperatorServices }, uncounted);
}

/** The operator's own commands count for nobody. */
const uncounted = {
  take: () => ({ allowed: true, states: [] }) as const,
  close: async () => {},
};

/** What is the operator's to mend gets one line instead of a stack; `undefined` for a bug of ours. */
function lineFor(error: unknown, { METRICS_PORT }: Settings["env"]): string | undefined {
  if (
    error instanceof ConfigError ||
    error instanceof KnowledgeError ||
    error instanceof RegisterFileError ||
    error instanceof StateVersionError
  ) {
    return error.message;
  }
  const trouble = fileTrouble(error);
  if (trouble !== undefined) return trouble;
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
