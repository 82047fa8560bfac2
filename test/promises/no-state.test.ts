import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/faces/cli/cli.ts";
import { run } from "../../src/main.ts";
import { buildDosah } from "./built-dosah.fixture.ts";

const HOME = process.cwd();
let folder: string;
/** Where the state is looked for in an empty folder. */
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dosah-empty-"));
  stateFile = join(folder, "data", "state.db");
  process.chdir(folder);
  vi.stubEnv("REGISTERS", "mirror");
  vi.spyOn(process, "stdin", "get").mockImplementation(() => Readable.from(["seven green tables on a roof"]) as never);
  // The test runner has a variable of this name.
  vi.stubEnv("BASE_URL", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.chdir(HOME);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `dosah` as the terminal does, in the present folder. */
async function dosah(...words: readonly string[]) {
  const [out, err] = [process.stdout, process.stderr].map((stream) => {
    const lines: string[] = [];
    vi.spyOn(stream, "write").mockImplementation((text) => lines.push(String(text)) > 0);
    return lines;
  });
  try {
    await run(words);
    return { code: Number(process.exitCode ?? 0), out: out?.join("") ?? "", err: err?.join("") ?? "" };
  } finally {
    process.exitCode = undefined;
    for (const stream of [process.stdout, process.stderr]) vi.mocked(stream.write).mockRestore();
  }
}

/** What the usage shows as required, with a value for each. */
function wordsOf(usage: string): string[] {
  if (usage.startsWith("session end")) return ["session", "end", "--all"];
  const required = usage.replace(/\[[^\]]*\]|[()]|\.\.\./g, "").trim();
  return required.split(/\s+/).map((word) => (word === "E" ? "jana@firma.sk" : (word.split("|")[0] ?? word)));
}

describe("in an empty folder without settings", () => {
  test("every command that needs a state says which one is missing, and makes nothing", async () => {
    const asked = COMMANDS.filter(
      ({ state, standsAlone, opensNothing }) =>
        state !== "optional" && state !== "begins" && !standsAlone && !opensNothing,
    );
    const refused: string[] = [];
    for (const { words, usage } of asked) {
      const { code, err } = await dosah(...wordsOf(usage));
      if (err.includes(`There is no state in ${stateFile}. DATA_DIR or --env-file?\n`)) refused.push(words);
      else expect(code, `${words}: ${err}`).toBe(2);
      expect(code, words).not.toBe(0);
      expect(readdirSync(folder), words).toEqual([]);
    }
    // An argument that is none comes before it.
    expect(refused).toEqual(
      expect.arrayContaining(["user list", "session end", "audit verify", "jobs list", "mail list", "registers fetch"]),
    );
    expect(refused.length).toBeGreaterThan(asked.length / 2);
  });

  test("a command that needs none answers or says what it lacks, and makes nothing either", async () => {
    const asked = COMMANDS.filter(({ state, words }) => state === "optional" && words !== "knowledge release");
    for (const { words, usage } of asked) {
      await dosah(...wordsOf(usage));
      expect(readdirSync(folder), words).toEqual([]);
    }
    expect(await dosah("scope", "31322832")).toMatchObject({ code: 0 });
    const backup = await dosah("backup", "--to", join(folder, "state.backup"), "--with-secrets", "--json");
    expect(backup).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse(/^{.*}$/m.exec(backup.err)?.[0] ?? "")).toMatchObject({
      error: { code: "not_found", message: `There is no state in ${stateFile}. DATA_DIR or --env-file?` },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a state is begun by its migration, and what changes something says which one it used", async () => {
    expect(await dosah("state", "migrate")).toMatchObject({ code: 0, err: `State: ${stateFile}\n` });
    expect(await dosah("user", "add", "--email", "jana@firma.sk", "--password-stdin")).toMatchObject({
      code: 0,
      err: `State: ${stateFile}\n`,
    });
    expect(await dosah("user", "list")).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("jana@firma.sk"),
    });
    expect(await dosah("audit", "verify")).toMatchObject({
      code: 0,
      err: expect.stringContaining(`State: ${stateFile}`),
    });
  });
});

test("settings are those of --env-file, else of DOSAH_ENV_FILE, and dosah which names them without a secret", async () => {
  const dataDir = join(folder, "installed");
  const file = join(folder, "dosah.env");
  writeFileSync(file, `# of the unit\nDATA_DIR=${dataDir}\nPORT=3100\n`);
  const which = JSON.parse((await dosah("which", "--json", "--env-file", file)).out);
  expect(which).toMatchObject({ settingsFile: file, dataDir, database: join(dataDir, "state.db") });
  expect((await dosah("which", `--env-file=${file}`)).out).toContain(`DATA_DIR  ${dataDir}\n`);
  expect(await dosah("state", "migrate", "--env-file", file)).toMatchObject({ code: 0 });
  expect(existsSync(join(dataDir, "state.db"))).toBe(true);
  vi.stubEnv("DOSAH_ENV_FILE", file);
  expect((await dosah("which")).out).toContain(`settings  ${file}\n`);
  vi.stubEnv("DATABASE_URL", "postgres://dosah:hunter2@db.example.org/dosah?sslmode=verify-full");
  vi.stubEnv("SECRETS_KEY", Buffer.alloc(32, 7).toString("base64"));
  const shown = await dosah("which");
  expect(shown.out).toContain("database  postgres://dosah@db.example.org/dosah\n");
  expect(shown.out).not.toContain("hunter2");
  vi.stubEnv("DOSAH_ENV_FILE", join(folder, "none"));
  expect(await dosah("which")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^DOSAH_ENV_FILE: .*none cannot be read \(ENOENT\)\. Name a file of settings/),
  });
});

test.skipIf(process.getuid?.() !== 0)(
  "root works as the owner of DATA_DIR: the service can change what was made",
  () => {
    const built = buildDosah();
    try {
      for (const path of [built.dir, folder]) chmodSync(path, 0o755);
      const dataDir = join(folder, "data");
      mkdirSync(dataDir, { mode: 0o700 });
      chownSync(dataDir, 65_534, 65_534);
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      const done = spawnSync(process.execPath, ["--", built.bin, "state", "migrate"], { env, encoding: "utf8" });
      expect(done.status, done.stderr).toBe(0);
      expect(done.stderr).toContain(`Working as user 65534, who owns ${dataDir}.`);
      for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).uid, name).toBe(65_534);
    } finally {
      built.remove();
    }
  },
);
