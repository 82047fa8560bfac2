import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { hashOauthSecret } from "../../src/identity/oauth-secret.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { State } from "../../src/state/state.ts";
import { refreshAgain } from "./grant-steps.fixture.ts";
import { isChainWhole } from "./load/compare.ts";
import { addOwner } from "./load/people.ts";
import { DATABASES, isByHand, missingServer, newPlace, openStateOf, type Place, trial, unkept } from "./trial.ts";

const PROCESS = fileURLToPath(new URL("./dying-process.ts", import.meta.url));

/** In the exchange of a code, the end, the decision, a refresh: changes of a grant, of which there are 37. */
const FEW = [18, 34, 8, 24];

/** By hand a process is killed after its first change, its second, and so on. */
const pointOf = (n: number) => (isByHand ? 1 + (n % 37) : (FEW[n] ?? 1));

/** @returns what the process said until it was killed, or until its end */
function run({ dir, databaseUrl }: Place, job: object): Promise<{ lines: readonly string[]; isKilled: boolean }> {
  const words = ["--no-warnings", PROCESS, JSON.stringify({ dir, databaseUrl, act: "grant", ...job })];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code, signal) => {
      const lines = out.split("\n").slice(0, -1);
      if (code === 0 || signal === "SIGKILL") resolve({ lines, isKilled: signal === "SIGKILL" });
      else reject(new Error(`the process broke: ${lines.join(" ")}`));
    });
  });
}

/** What is half of a change: every step of a grant is there with all that belongs to it, or not at all. */
async function halvesIn(state: State): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const all = (text: string) => state.all(composedSql(text));
  const entries = (action: string) =>
    `(SELECT count(*) FROM audit_entry e WHERE e.target_id = c.id AND e.action = '${action}')`;
  const tokens = (kind: string) =>
    `(SELECT count(*) FROM oauth_token t WHERE t.connection_id = c.id AND t.kind = '${kind}')`;
  return {
    "a connection has its code, its organization, its entries and its mail, and its request is gone": await all(
      `SELECT c.id FROM oauth_connection c WHERE ${entries("oauth.connected")} <> 2 ` +
        "OR (SELECT count(*) FROM oauth_code x WHERE x.connection_id = c.id) <> 1 " +
        "OR (SELECT count(*) FROM oauth_connection_org o WHERE o.connection_id = c.id) <> 1 " +
        "OR EXISTS (SELECT 1 FROM oauth_request r WHERE r.client_id = c.client_id)",
    ),
    "without a connection the request still waits": await all(
      "SELECT id FROM oauth_client l WHERE NOT EXISTS (SELECT 1 FROM oauth_connection c WHERE c.client_id = l.id) " +
        "AND NOT EXISTS (SELECT 1 FROM oauth_request r WHERE r.client_id = l.id)",
    ),
    "a code is used where there are tokens, and only there": await all(
      "SELECT c.id FROM oauth_connection c JOIN oauth_code x ON x.connection_id = c.id " +
        `WHERE (x.used_at IS NULL) <> (${tokens("access")} = 0) OR (x.used_at IS NULL) <> (${tokens("refresh")} = 0)`,
    ),
    "a refresh token is used where it gave a pair, and only there": await all(
      "SELECT c.id FROM oauth_connection c JOIN oauth_code x ON x.connection_id = c.id WHERE x.used_at IS NOT NULL " +
        `AND (${tokens("refresh")} <> ${tokens("access")} OR ${tokens("refresh")} <> 1 + ` +
        "(SELECT sum(t.pairs) FROM oauth_token t WHERE t.connection_id = c.id))",
    ),
    "an end has its entries": await all(
      `SELECT c.id FROM oauth_connection c WHERE ${entries("oauth.disconnected")} <> CASE WHEN c.ended_at IS NULL THEN 0 ELSE 2 END`,
    ),
  };
}

describe.each(DATABASES)("on %s", (kind) => {
  trial({
    says: "a process that is killed during a step of a grant leaves all of the step or none, loses nothing acknowledged, and the agent goes on",
    missing: missingServer(kind),
    // A process that loads all of it is slow: PostgreSQL stands for what SQLite showed.
    times: kind === "SQLite" ? FEW.length : 2,
    start: async () => {
      const place = await newPlace(kind);
      return { place, state: await openStateOf(place), said: [] as (readonly string[])[], kills: { count: 0 } };
    },
    fault: async ({ place, state, said, kills }, n) => {
      const owner = await addOwner(state, Date.now());
      const { lines, isKilled } = await run(place, { owner, after: pointOf(n) });
      if (isKilled) kills.count++;
      said.push(lines);
    },
    judge: async ({ state, said, kills }, _, times) => {
      const lost: string[] = [];
      for (const lines of said) {
        for (const line of lines) {
          const secret = line.split(" ").at(-1) ?? "";
          const table = /^(code|refresh) /.exec(line)?.[1] === "code" ? "oauth_code" : "oauth_token";
          const asked = composedSql(`SELECT hash FROM ${table} WHERE hash = ?`);
          const isSecret = /^(code|refresh) /.test(line);
          if (isSecret && (await state.get(asked, hashOauthSecret(secret))) === undefined) lost.push(line.slice(0, 12));
        }
      }
      const halves = await halvesIn(state);
      // Whoever holds a refresh token goes on with it, unless the connection has ended.
      const stuck: string[] = [];
      for (const lines of said) {
        const [, clientId, token] = lines.findLast((line) => line.startsWith("refresh "))?.split(" ") ?? [];
        if (clientId === undefined || token === undefined) continue;
        const ended = composedSql("SELECT 1 AS n FROM oauth_connection WHERE client_id = ? AND ended_at IS NOT NULL");
        const isOver = (await state.get(ended, clientId)) !== undefined;
        const status = await refreshAgain(state, clientId, token);
        if (status !== (isOver ? 400 : 200)) stuck.push(`${status}`);
      }
      return {
        broken: unkept({
          "nothing acknowledged is lost": lost,
          ...halves,
          "the agent goes on": stuck,
          "every chain verifies": await isChainWhole(state),
          "each process was killed": kills.count === times,
        }),
        seen: { kills: kills.count, said: said.map((lines) => lines.map((line) => line.split(" ")[0]).join(" ")) },
      };
    },
  });
});
