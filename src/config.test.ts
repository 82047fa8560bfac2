import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SETTINGS } from "./config/settings.ts";
import { ConfigError, readConfig } from "./config.ts";

type Environment = Record<string, string | undefined>;

/** 32 bytes. */
const KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

function problemsOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("without any setting the defaults of the documentation hold", () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    baseUrl: "http://localhost:3000",
    dataDir: "./data",
    databaseUrl: undefined,
    databasePool: 10,
    databaseCa: undefined,
    secretsKey: undefined,
    registration: "open",
    mailLinks: "auto",
    watchMassChange: 5,
    mailUrl: undefined,
    mailFrom: undefined,
    passwordSignIn: true,
    oidcIssuer: undefined,
    oidcClientId: undefined,
    oidcClientSecret: undefined,
    oidcName: undefined,
    oidcAssurance: "one",
    secondFactor: "optional",
    breachedPasswordsFile: undefined,
    backupTo: undefined,
    backupPassphraseFile: undefined,
    backupMinutes: 30,
    digestAt: "06:30",
    auditRetentionDays: 730,
    role: "all",
    instance: undefined,
    drainSeconds: 0,
    pageCacheMb: 16,
    redisUrl: undefined,
    redisPrefix: "dosah",
    oauth: "on",
    oauthRegistration: "open",
    oauthAppSchemes: ["cursor", "vscode", "vscode-insiders", "windsurf"],
    trustFoundByIco: "imprint",
    trustProxy: [],
    allowedOrigins: [],
    registers: "auto",
    httpsProxy: undefined,
    noProxy: undefined,
    registersMaxAgeDays: 45,
    aresUrl: "https://ares.gov.cz/ekonomicke-subjekty-v-be/rest",
    rpoUrl: "https://api.statistics.sk/rpo/v1",
    ruzUrl: "https://www.registeruz.sk/cruz-public/api",
    opendataUrl: undefined,
    feedSources: undefined,
    limitsFile: undefined,
    snapshotUrl: undefined,
    snapshotKey: undefined,
    logLevel: "info",
    logFormat: "auto",
    metricsPort: undefined,
    metricsHost: undefined,
    securityContact: undefined,
    operatorName: undefined,
    operatorId: undefined,
    operatorAddress: undefined,
    operatorContact: undefined,
    privacyUrl: undefined,
    termsUrl: undefined,
    scanResolvers: undefined,
    scanSmtp: "off",
    scanPublic: "on",
    scanConcurrency: 5,
    scanQuickWaiting: 50,
    scanContact: undefined,
    scanDenyFile: undefined,
    scanWorker: "inside",
    scanLab: undefined,
    mcpTestTools: false,
    exemptClients: [],
  });
});

test.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["http://lab.localhost", false],
  ["https://dosah.example.org", false],
  ["http://10.0.0.1", false],
])("a laboratory of the domain scan beside BASE_URL=%s is accepted: %s", (address, isAllowed) => {
  const env = { SCAN_LAB: "127.77.0.0/16,80:18080", BASE_URL: address };
  if (isAllowed) expect(readConfig(env).scanLab?.admits("127.77.3.4")).toBe(true);
  else expect(() => readConfig(env)).toThrow(/^SCAN_LAB: .*refused with a public BASE_URL/);
});

test("an empty value counts as unset, and blanks round a value don't count", () => {
  const empty = Object.fromEntries(Object.values(SETTINGS).map(({ name }) => [name, " "]));
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ PORT: " 8080\r\n" }).port).toBe(8080);
});

test("every setting has its sentence, and an example that it accepts", () => {
  for (const { name, meaning, example } of Object.values(SETTINGS)) {
    expect(meaning, name).toMatch(/^(The|A|Networks|Further|Where|`).*\.$/);
    const needed: Environment =
      name === "DATABASE_URL"
        ? { SECRETS_KEY: KEY }
        : name.startsWith("OIDC_")
          ? { OIDC_ISSUER: "https://id.example.org", OIDC_CLIENT_ID: "dosah", OIDC_CLIENT_SECRET: "x" }
          : {};
    expect(problemsOf({ ...needed, [name]: example }), name).toEqual([]);
  }
});

test("of the identity provider all settings are set or none", () => {
  expect(problemsOf({ OIDC_ISSUER: "https://id.example.org" })).toEqual([expect.stringMatching(/^OIDC_CLIENT_ID: /)]);
  expect(problemsOf({ OIDC_ISSUER: "http://id.example.org", OIDC_CLIENT_ID: "x", OIDC_CLIENT_SECRET: "y" })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER: .*https only/),
  ]);
  expect(problemsOf({ OIDC_NAME: "Example ID" })).toEqual([]);
});

test.each<[string, Environment, keyof typeof SETTINGS, unknown]>([
  ["the lowest port", { PORT: "1" }, "port", 1],
  ["the highest port", { PORT: "65535" }, "port", 65_535],
  ["the public address follows the port", { PORT: "8080" }, "baseUrl", "http://localhost:8080"],
  ["all interfaces", { HOST: "0.0.0.0" }, "host", "0.0.0.0"],
  ["IPv6 in brackets", { HOST: "[::1]" }, "host", "::1"],
  ["a host name", { HOST: "node-1.internal" }, "host", "node-1.internal"],
  ["a slash at the end", { BASE_URL: "https://dosah.example.org/" }, "baseUrl", "https://dosah.example.org"],
  ["the usual port", { BASE_URL: "HTTPS://Dosah.Example.ORG:443" }, "baseUrl", "https://dosah.example.org"],
  ["a service with a path", { ARES_URL: "http://localhost:9/rest//" }, "aresUrl", "http://localhost:9/rest"],
  [
    "postgresql://",
    { DATABASE_URL: "postgresql://u:p@db/x", SECRETS_KEY: KEY },
    "databaseUrl",
    "postgresql://u:p@db/x",
  ],
  [
    "a database by socket",
    { DATABASE_URL: "postgres:///x?host=/run", SECRETS_KEY: KEY },
    "databaseUrl",
    "postgres:///x?host=/run",
  ],
  [
    "an encrypted database behind PgBouncer",
    { DATABASE_URL: "postgres://u:50%25@db/x?sslmode=verify-full&pgbouncer=1", SECRETS_KEY: KEY },
    "databaseUrl",
    "postgres://u:50%25@db/x?sslmode=verify-full&pgbouncer=1",
  ],
  ["one connection", { DATABASE_POOL: "1" }, "databasePool", 1],
  ["a drain", { DRAIN_SECONDS: "8" }, "drainSeconds", 8],
  ["no drain for an instance alone", {}, "drainSeconds", 0],
  ["a drain for one among several", { REDIS_URL: "redis://cache" }, "drainSeconds", 5],
  ["no drain where none is wanted", { REDIS_URL: "redis://cache", DRAIN_SECONDS: "0" }, "drainSeconds", 0],
  ["a key", { SECRETS_KEY: KEY }, "secretsKey", KEY],
  ["a key without its padding", { SECRETS_KEY: KEY.slice(0, -1) }, "secretsKey", KEY.slice(0, -1)],
  ["an instance of jobs", { ROLE: "worker" }, "role", "worker"],
  ["a label", { INSTANCE: "web-1.north" }, "instance", "web-1.north"],
  ["Redis with TLS", { REDIS_URL: "rediss://:p@cache:6380/2" }, "redisUrl", "rediss://:p@cache:6380/2"],
  ["Valkey", { REDIS_URL: "valkey://cache" }, "redisUrl", "redis://cache"],
  ["Valkey with TLS", { REDIS_URL: "valkeys://cache" }, "redisUrl", "rediss://cache"],
  ["registers", { REGISTERS: "mirror" }, "registers", "mirror"],
  ["a register that is old after a week", { REGISTERS_MAX_AGE_DAYS: "7" }, "registersMaxAgeDays", 7],
  ["silence", { LOG_LEVEL: "silent" }, "logLevel", "silent"],
  [
    "an e-mail address",
    { SECURITY_CONTACT: "mailto:security@example.org" },
    "securityContact",
    "mailto:security@example.org",
  ],
  [
    "a page for reports",
    { SECURITY_CONTACT: "https://example.org/report" },
    "securityContact",
    "https://example.org/report",
  ],
  ["test tools", { MCP_TEST_TOOLS: "1" }, "mcpTestTools", true],
  ["no test tools", { MCP_TEST_TOOLS: "0", BASE_URL: "https://a.example" }, "mcpTestTools", false],
  [
    "origins",
    { ALLOWED_ORIGINS: "https://App.example.org:443/, http://localhost:5173,vscode-webview://abc" },
    "allowedOrigins",
    ["https://app.example.org", "http://localhost:5173", "vscode-webview://abc"],
  ],
])("%s: %j gives %s %j", (_case, env, key, expected) => {
  expect(readConfig(env)[key]).toEqual(expected);
});

test("networks are read", () => {
  const config = readConfig({ TRUST_PROXY: "loopback, 10.0.0.0/8", EXEMPT_CLIENTS: "160.79.104.0/21*100" });
  expect(config.trustProxy.map((network) => network.text)).toEqual(["127.0.0.0/8", "::1/128", "10.0.0.0/8"]);
  expect(config.exemptClients).toMatchObject([{ text: "160.79.104.0/21", factor: 100 }]);
});

test.each<[Environment, string]>([
  [{ PORT: "abc" }, 'PORT: "abc" is not a port (1-65535). Example: PORT=3000'],
  [{ PORT: "0" }, 'PORT: "0" is not a port (1-65535). Example: PORT=3000'],
  [{ PORT: "65536" }, 'PORT: "65536" is not a port (1-65535). Example: PORT=3000'],
  [{ PORT: "3e3" }, 'PORT: "3e3" is not a port (1-65535). Example: PORT=3000'],
  [{ PORT: "-1" }, 'PORT: "-1" is not a port (1-65535). Example: PORT=3000'],
  [{ METRICS_PORT: "http" }, 'METRICS_PORT: "http" is not a port (1-65535). Example: METRICS_PORT=9100'],
  [{ HOST: "http://x" }, 'HOST: "http://x" is not a host name or an IP address. Example: HOST=0.0.0.0'],
  [{ HOST: "127.0.0.256" }, 'HOST: "127.0.0.256" is not a host name or an IP address. Example: HOST=0.0.0.0'],
  [{ HOST: "*" }, 'HOST: "*" is not a host name or an IP address. Example: HOST=0.0.0.0'],
  [{ REGISTERS: "Mirror" }, 'REGISTERS: "Mirror" is not one of auto, mirror, live. Example: REGISTERS=mirror'],
  ...["0", "-1", "1.5", "3651", "a week"].map((text): [Environment, string] => [
    { REGISTERS_MAX_AGE_DAYS: text },
    `REGISTERS_MAX_AGE_DAYS: "${text}" is not a number of days (1-3650). Example: REGISTERS_MAX_AGE_DAYS=45`,
  ]),
  [{ MCP_TEST_TOOLS: "yes" }, 'MCP_TEST_TOOLS: "yes" is neither 1 nor 0. Example: MCP_TEST_TOOLS=1'],
  [
    { TRUST_PROXY: "true" },
    'TRUST_PROXY: "true" is not a network, an address or "loopback". Example: TRUST_PROXY=loopback,10.0.0.0/8',
  ],
  [
    { EXEMPT_CLIENTS: "claude.ai" },
    'EXEMPT_CLIENTS: "claude.ai" is not a network. Example: EXEMPT_CLIENTS=160.79.104.0/21*100',
  ],
])("%j stops the start with %j", (env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(problemsOf(env)).toEqual([line]);
});

test.each<[string, Environment, RegExp]>([
  ["no scheme", { BASE_URL: "dosah.example.org" }, /^BASE_URL: the value is not an address that begins with http:\/\//],
  ["one slash", { BASE_URL: "https:/dosah.example.org" }, /^BASE_URL: the value is not an address/],
  ["another scheme", { ARES_URL: "ftp://ares.example" }, /^ARES_URL: the value is not an address/],
  ["a path", { BASE_URL: "https://example.org/dosah" }, /^BASE_URL: .* a path is not supported/],
  ["a query", { BASE_URL: "https://example.org/?a" }, /^BASE_URL: .* scheme, host and port only/],
  ["where to listen as an address", { BASE_URL: "http://0.0.0.0:3000" }, /^BASE_URL: 0\.0\.0\.0 is where to listen/],
  ["a query of a service", { RPO_URL: "https://rpo.example/v1?key=1" }, /^RPO_URL: .* must not have a query/],
  ["a database of another kind", { DATABASE_URL: "mysql://db/x" }, /^DATABASE_URL: the value is not .* postgres:\/\//],
  ["a database without a host", { DATABASE_URL: "postgres:///x" }, /^DATABASE_URL: .* names a host/],
  [
    "a mode of encryption that is none",
    { DATABASE_URL: "postgres://db/x?sslmode=verify_full", SECRETS_KEY: KEY },
    /^DATABASE_URL: sslmode is not one of .*verify-full/,
  ],
  [
    "a PgBouncer that is neither there nor not",
    { DATABASE_URL: "postgres://db/x?pgbouncer=yes", SECRETS_KEY: KEY },
    /^DATABASE_URL: pgbouncer is not one of 0, 1/,
  ],
  [
    "a password with a bare %",
    { DATABASE_URL: "postgres://u:50%zz@db/x", SECRETS_KEY: KEY },
    /^DATABASE_URL: the address has a % .* written %25/,
  ],
  ["a database without a key", { DATABASE_URL: "postgres://db/x" }, /^SECRETS_KEY: must be set with DATABASE_URL, /],
  ["a key that is too short", { SECRETS_KEY: KEY.slice(0, 40) }, /^SECRETS_KEY: the value is not 32 bytes in base64/],
  ["a key in another alphabet", { SECRETS_KEY: `${KEY.slice(0, 40)}*w8=` }, /^SECRETS_KEY: the value is not 32 bytes/],
  ["a drain longer than a stop", { DRAIN_SECONDS: "9" }, /^DRAIN_SECONDS: "9" is not a number of seconds/],
  ["a drain without a number", { DRAIN_SECONDS: "5s" }, /^DRAIN_SECONDS: "5s" is not a number of seconds/],
  ["a cache of pages without a number", { PAGE_CACHE_MB: "16M" }, /^PAGE_CACHE_MB: "16M" is not an amount of memory/],
  ["no connection", { DATABASE_POOL: "0" }, /^DATABASE_POOL: "0" is not a number of connections/],
  ["a role nobody plays", { ROLE: "leader" }, /^ROLE: "leader" is not one of all, web, worker/],
  ["a label that breaks a line", { INSTANCE: "a\nb" }, /^INSTANCE: "a\\nb" is not a label/],
  ["a cache of another kind", { REDIS_URL: "http://cache" }, /^REDIS_URL: the value is not .* redis:\/\//],
  ["a cache with a path", { REDIS_URL: "redis://cache/one" }, /^REDIS_URL: after the host only the number/],
  ["an origin with a path", { ALLOWED_ORIGINS: "https://a.example/x" }, /"https:\/\/a\.example\/x" is not an origin/],
  ["a key that is none", { SNAPSHOT_KEY: "RWQf6LRCGA9i53ml" }, /^SNAPSHOT_KEY: .* not a public key of minisign/],
  ["a folder of a file", { SNAPSHOT_URL: "https://a.example/registers/" }, /^SNAPSHOT_URL: .* not of a folder/],
  ["a fragment of a file", { SNAPSHOT_URL: "https://a.example/r.db#x" }, /^SNAPSHOT_URL: .* must not have a fragment/],
  [
    "a password",
    { SNAPSHOT_URL: "https://u:p@a.example/r.db" },
    /^SNAPSHOT_URL: .* must not hold a user or a password/,
  ],
  ["an e-mail address alone", { SECURITY_CONTACT: "security@example.org" }, /^SECURITY_CONTACT: .* neither/],
  ["an address that is no e-mail", { SECURITY_CONTACT: "mailto:security" }, /^SECURITY_CONTACT: .* neither/],
  ["a page without encryption", { SECURITY_CONTACT: "http://example.org/report" }, /^SECURITY_CONTACT: .* neither/],
  ["any origin", { ALLOWED_ORIGINS: "*" }, /^ALLOWED_ORIGINS: "\*" is not an origin/],
  ["the null origin", { ALLOWED_ORIGINS: "null" }, /^ALLOWED_ORIGINS: "null" is not an origin/],
  ["a level nobody knows", { LOG_LEVEL: "verbose" }, /^LOG_LEVEL: "verbose" is not one of fatal, error, warn/],
  ["two listeners on one port", { PORT: "9100", METRICS_PORT: "9100" }, /^METRICS_PORT: 9100 is PORT too/],
  ["what Kubernetes sets for a Service", { METRICS_PORT: "tcp://10.0.0.1:80" }, /^METRICS_PORT: "tcp:.* is not a port/],
])("%s is refused", (_case, env, line) => {
  expect(problemsOf(env)).toHaveLength(1);
  expect(problemsOf(env)[0]).toMatch(line);
  expect(problemsOf(env)[0]).toMatch(/ Example: [A-Z_]+=\S+$/);
});

test.each<[string, boolean]>([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:8080", true],
  ["http://127.9.9.9", true],
  ["http://[::1]:3000", true],
  ["http://dosah.localhost", true],
  ["https://dosah.example.org", false],
  ["http://192.168.1.5:3000", false],
  ["http://127.0.0.1.example.org", false],
  ["http://localhost.example.org", false],
])("test tools at %s are allowed: %s", (address, isAllowed) => {
  expect(problemsOf({ MCP_TEST_TOOLS: "1", BASE_URL: address }).length === 0).toBe(isAllowed);
});

test("several mistakes are one line of a message and a line each in the list", () => {
  const env = { PORT: "abc", REGISTERS: "never", LIMIT_FILE: "x" };
  expect(problemsOf(env)).toHaveLength(3);
  expect(() => readConfig(env)).toThrow(
    /^LIMIT_FILE: unknown setting\. Did you mean LIMITS_FILE\? \(also wrong: PORT, REGISTERS\)$/,
  );
});

describe("unknown settings", () => {
  test.each<[string, string]>([
    ["TRUSTPROXY", "TRUST_PROXY"],
    ["REDISURL", "REDIS_URL"],
    ["BASEURL", "BASE_URL"],
    ["METRIC_PORT", "METRICS_PORT"],
    ["LIMIT_FILE", "LIMITS_FILE"],
    ["LIMITS_FILES", "LIMITS_FILE"],
    ["REGISTER", "REGISTERS"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["BASE_ULR", "BASE_URL"],
    ["TRUSTED_PROXY", "TRUST_PROXY"],
    ["ALLOW_ORIGINS", "ALLOWED_ORIGINS"],
    ["ALLOWED_ORIGIN", "ALLOWED_ORIGINS"],
    ["FEEDS_SOURCES", "FEED_SOURCES"],
    ["MCP_TEST_TOOL", "MCP_TEST_TOOLS"],
    ["EXEMPT_CLIENT", "EXEMPT_CLIENTS"],
    ["LOGLEVEL", "LOG_LEVEL"],
    ["DATADIR", "DATA_DIR"],
    ["OPEN_DATA_URL", "OPENDATA_URL"],
    ["SECRET_KEY", "SECRETS_KEY"],
    ["DATABASE_POLL", "DATABASE_POOL"],
    ["PROT", "PORT"],
    ["DATABASE", "DATABASE_URL"],
    ["SMTP_URL", "MAIL_URL"],
    ["BACKUP_DIR", "BACKUP_TO"],
  ])("%s stops the start and asks for %s", (name, meant) => {
    expect(problemsOf({ [name]: "x" })).toEqual([`${name}: unknown setting. Did you mean ${meant}?`]);
  });

  test.each<[string, RegExp]>([
    ["DOSAH_PORT", /settings have no prefix\. Did you mean PORT\?$/],
    ["DOSAH_BASEURL", /settings have no prefix\. Did you mean BASE_URL\?$/],
    ["DOSAH_COLOUR", /^DOSAH_COLOUR: unknown setting\. Known: PORT, HOST, /],
  ])("%s is ours and unknown", (name, line) => {
    expect(problemsOf({ [name]: "3000" })[0]).toMatch(line);
  });

  test("a slip is no matter when the right name is set, or when it is empty", () => {
    expect(problemsOf({ DATABASE_URI: "x", DATABASE_URL: "postgres://db/x", SECRETS_KEY: KEY })).toEqual([]);
    expect(problemsOf({ LIMIT_FILE: "", DOSAH_COLOUR: "" })).toEqual([]);
  });

  test("the variables of machines, platforms and other programs stop nothing", () => {
    const names = `
      PATH HOME HOSTNAME HOSTTYPE POST USER USERNAME SHELL PWD OLDPWD LANG LANGUAGE LC_ALL TERM TZ EDITOR DISPLAY MAIL
      LOGNAME TMPDIR TEMP SHLVL _ PORTS HOSTS SORT PART COST PROXY HTTP_PROXY ALL_PROXY http_proxy
      CI NODE_ENV NODE_OPTIONS NODE_PATH NPM_TOKEN npm_config_registry npm_package_name npm_lifecycle_event INIT_CWD
      API_URL APP_URL REPO_URL PROD_URL RUN_URL REGISTRY DATABASE_HOST DATABASE_PORT DATABASE_DB REDIS_HOST REDIS_PORT
      REDIS_SERVICE_HOST XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR LOG_FILE LOG_DIR BASE_DIR BASH_ENV
      DATA_PATH PGHOST PGPORT PGDATABASE KUBERNETES_PORT KUBERNETES_SERVICE_HOST METRICS_ENABLED WEB_PORT MAIL_HOST
      GITHUB_TOKEN COMPUTERNAME APPDATA PATHEXT SystemRoot WINDIR SSH_AUTH_SOCK base_url Base_Url`
      .trim()
      .split(/\s+/);
    expect(problemsOf(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  });

  test("what Kubernetes sets for a Service named dosah, or dosah-web, is no mistake", () => {
    expect(
      problemsOf({
        DOSAH_SERVICE_HOST: "10.0.0.1",
        DOSAH_SERVICE_PORT: "3000",
        DOSAH_SERVICE_PORT_HTTP: "3000",
        DOSAH_PORT: "tcp://10.0.0.1:3000",
        DOSAH_PORT_3000_TCP: "tcp://10.0.0.1:3000",
        DOSAH_PORT_3000_TCP_ADDR: "10.0.0.1",
        DOSAH_WEB_SERVICE_HOST: "10.0.0.2",
        DOSAH_WEB_PORT: "tcp://10.0.0.2:3000",
      }),
    ).toEqual([]);
  });

  test("the environment of this very process stops nothing", () => {
    const known = new Set<string>(Object.values(SETTINGS).map((setting) => setting.name));
    expect(problemsOf(Object.fromEntries(Object.entries(process.env).filter(([name]) => !known.has(name))))).toEqual(
      [],
    );
  });
});

describe("secrets", () => {
  const marker = "hunter2secret";

  test.each<Environment>([
    { DATABASE_URL: `postgres//u:${marker}@db/x` },
    { DATABASE_URL: `mysql://u:${marker}@db/x` },
    { REDIS_URL: `redis:${marker}` },
    { REDIS_URL: `redis://:${marker}@cache/${marker}` },
    { SNAPSHOT_URL: `s3://key:${marker}@bucket` },
    { SNAPSHOT_URL: `https://u:${marker}@files.example/x` },
    { OPENDATA_URL: `https://register.example?key=${marker}` },
    { BASE_URL: `https://u:${marker}@example.org` },
    { DATABSE_URL: `postgres://u:${marker}@db/x` },
    { DOSAH_KEY: marker },
    { SECRETS_KEY: marker },
    { DATABASE_URL: `postgres://u:${marker}@db/x` },
  ])("a password does not reach the error line: %j", (env) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain(marker);
  });
});

test("whatever stands in the environment, the answer is a Config or lines of text", () => {
  const names = Object.values(SETTINGS).map((setting) => setting.name);
  const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom("DOSAH_X", "__proto__"), fc.string());
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom("http://", "redis://", "postgres://", "://", "*", "10.0.0.0/8*2", "1", "\n"),
  );
  fc.assert(
    fc.property(fc.dictionary(name, fc.option(text, { nil: undefined })), (env) => {
      for (const line of problemsOf(env)) expect(line).toMatch(/^[^\n]+: [^\n]+$/);
    }),
  );
});
