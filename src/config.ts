import type { z } from "zod";
import { SETTINGS, type Setting } from "./config/settings.ts";
import { unknownSettings } from "./config/unknown.ts";
import { isLoopbackName } from "./core/loopback.ts";

type Settings = typeof SETTINGS;

type Value<S extends Setting> = S["default"] extends string ? z.output<S["schema"]> : z.output<S["schema"]> | undefined;

/** What the operator decided. `baseUrl` has no slash at the end; `undefined`: not set. */
export type Config = { readonly [Key in keyof Settings]: Value<Settings[Key]> } & {
  readonly baseUrl: string;
  readonly drainSeconds: number;
};

/** Wrong settings. The message is one line; `problems` has a line for each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const [first = "", ...others] = problems;
    const more = others.map((problem) => problem.slice(0, problem.indexOf(":"))).join(", ");
    super(more === "" ? first : `${first} (also wrong: ${more})`);
    this.problems = problems;
  }
}

/**
 * Reads the settings from the environment. Blanks round a value don't count, and an empty value counts as unset.
 * @throws ConfigError when a setting is malformed or unknown, or when two contradict each other. Its lines never show
 * a value that may hold a password.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = new Map(
    Object.entries(env).flatMap(([name, text]): [string, string][] => {
      const trimmed = text?.trim() ?? "";
      return trimmed === "" ? [] : [[name, trimmed]];
    }),
  );
  const known = Object.values(SETTINGS).map((setting) => setting.name);
  const problems = unknownSettings(set, known);

  function read({ name, default: unset, schema, example }: Setting): unknown {
    const text = set.get(name) ?? unset;
    if (text === undefined) return undefined;
    const parsed = schema.safeParse(text);
    if (!parsed.success) problems.push(`${name}: ${parsed.error.issues[0]?.message}. Example: ${name}=${example}`);
    return parsed.data;
  }

  const entries = Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting)]);
  const values = Object.fromEntries(entries) as Omit<Config, "baseUrl" | "drainSeconds"> & {
    baseUrl?: string;
    drainSeconds?: number;
  }; // fromEntries forgets the keys
  // Several instances have a balancer before them, which has to notice that one goes.
  const hasOthers = values.redisUrl !== undefined || values.databaseUrl !== undefined;
  const config: Config = {
    ...values,
    baseUrl: values.baseUrl ?? `http://localhost:${values.port}`,
    drainSeconds: values.drainSeconds ?? (hasOthers ? 5 : 0),
  };
  if (problems.length === 0) problems.push(...contradictions(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** What is right by itself and wrong together. */
function contradictions(config: Config): string[] {
  const { port, metricsPort, mcpTestTools, baseUrl, databaseUrl, secretsKey, scanLab } = config;
  const { oidcIssuer, oidcClientId, oidcClientSecret } = config;
  const problems: string[] = [];
  const provider = { OIDC_ISSUER: oidcIssuer, OIDC_CLIENT_ID: oidcClientId, OIDC_CLIENT_SECRET: oidcClientSecret };
  const missing = Object.entries(provider).filter(([, value]) => value === undefined);
  if (missing.length === 1 || missing.length === 2) {
    const all = Object.keys(provider).join(", ");
    problems.push(`${missing[0]?.[0]}: must be set too; the identity provider needs all of ${all}.`);
  }
  if (databaseUrl !== undefined && secretsKey === undefined) {
    problems.push(
      "SECRETS_KEY: must be set with DATABASE_URL, the same in every instance: 32 random bytes in base64. " +
        "Example: SECRETS_KEY=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    );
  }
  if (metricsPort === port) {
    problems.push(`METRICS_PORT: ${port} is PORT too, and metrics are not public. Example: METRICS_PORT=9100`);
  }
  if (mcpTestTools && !isLoopback(new URL(baseUrl).hostname)) {
    problems.push(
      "MCP_TEST_TOOLS: test tools are refused with a public BASE_URL. Example: BASE_URL=http://localhost:3000",
    );
  }
  if (scanLab !== undefined && !isLoopbackName(new URL(baseUrl).hostname)) {
    problems.push("SCAN_LAB: a laboratory is refused with a public BASE_URL. Example: BASE_URL=http://localhost:3000");
  }
  return problems;
}

function isLoopback(hostname: string): boolean {
  return hostname === "[::1]" || /^(127(\.\d+){3}|(.+\.)?localhost)$/.test(hostname);
}
