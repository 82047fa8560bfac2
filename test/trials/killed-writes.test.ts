import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, onTestFinished } from "vitest";
import { auditOfStream } from "../../src/state/audit-log.ts";
import { addJob } from "../../src/state/job-table.ts";
import { organizationStore } from "../../src/state/organization-store.ts";
import { listRegister, readStoredEntry } from "../../src/state/register-entries.ts";
import { composedSql } from "../../src/state/sql.ts";
import type { State } from "../../src/state/state.ts";
import { publishedByIco, trustRevision } from "../../src/state/trust-profiles.ts";
import { mailsIn, organizationWithMembers, publishOn } from "../../src/wiring/trust-nights.fixture.ts";
import { isChainWhole } from "./load/compare.ts";
import { addOwner } from "./load/people.ts";
import {
  DATABASES,
  isByHand,
  type Kind,
  missingServer,
  newPlace,
  openStateOf,
  type Place,
  trial,
  unkept,
} from "./trial.ts";

const PROCESS = fileURLToPath(new URL("./dying-process.ts", import.meta.url));

/** By hand a process is killed after its first change, its second, and so on up to this one, then from the first again. */
const MOST_CHANGES = 60;

/** What a process said, line by line, and whether it was killed. */
interface Ran {
  readonly lines: readonly string[];
  readonly isKilled: boolean;
}

/** Starts `dying-process.ts`, which goes at the end of the trial at the latest. */
function startProcess({ dir, databaseUrl }: Place, job: object) {
  const words = ["--no-warnings", PROCESS, JSON.stringify({ dir, databaseUrl, ...job })];
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  const lines = () => out.split("\n").slice(0, -1);
  const ran = new Promise<Ran>((resolve) => {
    child.once("close", (_code, signal) => resolve({ lines: lines(), isKilled: signal === "SIGKILL" }));
  });
  return { child, lines, ran };
}

/** What a trial of this file starts with. */
async function prepare(kind: Kind) {
  const place = await newPlace(kind);
  const state = await openStateOf(place);
  const kills = { count: 0 };
  const run = async (job: Readonly<Record<string, unknown>>) => {
    const ran = await startProcess(place, job).ran;
    if (ran.isKilled) kills.count++;
    else if (!ran.lines.at(-1)?.startsWith("done after ")) throw new Error(`the process broke: ${ran.lines.join(" ")}`);
    return ran;
  };
  return { place, state, run, kills };
}

/** After which change the `n`th process is killed; a test takes a few that matter. */
const pointOf = (n: number, few: readonly number[]) => (isByHand ? 1 + (n % MOST_CHANGES) : few[n % few.length]);

describe.each(DATABASES)("on %s", (kind) => {
  const missing = missingServer(kind);

  trial({
    says: "a process that is killed while it saves loses nothing that it acknowledged, leaves no half of a change, and every chain verifies",
    missing,
    times: 2,
    start: async () => {
      const { place, state } = await prepare(kind);
      return { place, state, owner: await addOwner(state, Date.now()), acknowledged: new Set<string>() };
    },
    fault: async ({ place, owner, acknowledged }, n) => {
      const { child, lines, ran } = startProcess(place, { act: "save", ...owner, key: n });
      while (child.exitCode === null && lines().length < 5) await sleep(10);
      await sleep(Math.random() * 100);
      child.kill("SIGKILL");
      for (const code of (await ran).lines) acknowledged.add(code);
    },
    judge: async ({ state, owner: { orgId }, acknowledged }, _, times) => {
      const entries = new Set((await listRegister(state, orgId)).map(({ code }) => code));
      const audit = await auditOfStream(state, `org:${orgId}`, 0, 1_000_000);
      const changes = await state.all<{ code: string }>(composedSql("SELECT code FROM register_change"));
      const parts = [entries, new Set(audit.map(({ target_id }) => target_id ?? "")), new Set(changes.map(codeOf))];
      const all = new Set(parts.flatMap((part) => [...part]).filter((code) => code.startsWith("CODE-")));
      return {
        broken: unkept({
          "every acknowledged save is there": [...acknowledged].filter((code) => !entries.has(code)),
          "every entry has its history and audit entry": [...all].filter((code) => !parts.every((p) => p.has(code))),
          "every chain verifies": await isChainWhole(state),
          "five saves come before each kill": acknowledged.size >= 5 * times,
        }),
        seen: { acknowledged: acknowledged.size },
      };
    },
  });

  trial({
    says: "a process that is killed while it completes a questionnaire leaves it, scan, entries and audit entry together, or none of them",
    missing,
    times: 3,
    start: async () => {
      const { state, run, kills } = await prepare(kind);
      return { state, run, kills, owner: await addOwner(state, Date.now()), acknowledged: new Set<string>() };
    },
    fault: async ({ run, owner, acknowledged }, n) => {
      const { lines } = await run({ act: "complete", after: pointOf(n, [2, 6, 100]), ...owner });
      for (const line of lines) if (line.startsWith("scn_")) acknowledged.add(line);
    },
    judge: async ({ state, kills, owner: { accountId, orgId }, acknowledged }) => {
      const store = organizationStore({ db: state, accountId, orgId });
      const scans = new Set((await store.scans(100_000)).map(({ id }) => id));
      const closed = new Set((await store.assessments()).flatMap(({ scan_id }) => scan_id ?? []));
      const audit = await auditOfStream(state, `org:${orgId}`, 0, 100_000);
      const logged = new Map(
        audit
          .filter(({ action }) => action === "questionnaire.completed")
          .map(({ target_id, details }) => [target_id ?? "", JSON.parse(details).entries as number]),
      );
      // How many entries each scan filled, by the history: an entry itself keeps the newest scan only.
      const filled = new Map<string, number>();
      for (const { code } of await store.register()) {
        for (const { after } of await store.registerChanges(code, 100_000)) {
          const scanId = readStoredEntry(after)?.scan_id ?? "";
          filled.set(scanId, (filled.get(scanId) ?? 0) + 1);
        }
      }
      const all = new Set([...scans, ...closed, ...logged.keys(), ...filled.keys()]);
      const isWhole = (id: string) =>
        scans.has(id) && closed.has(id) && logged.has(id) && logged.get(id) === filled.get(id);
      return {
        broken: unkept({
          "every acknowledged scan is there": [...acknowledged].filter((id) => !scans.has(id)),
          "no questionnaire is completed by half": [...all].filter((id) => !isWhole(id)),
          "every chain verifies": await isChainWhole(state),
          "a process was killed, and another one was not": kills.count > 0 && (isByHand || acknowledged.size > 0),
        }),
        seen: { kills: kills.count, acknowledged: acknowledged.size },
      };
    },
  });

  trial({
    says: "a process that is killed while it sends digests sends each of them once in the end, and forgets nobody",
    missing,
    times: 2,
    start: async () => {
      const { state, run, kills } = await prepare(kind);
      const wanted = await Promise.all(Array.from({ length: isByHand ? 300 : 40 }, () => addDigested(state)));
      return { state, run, kills, wanted, broken: [] as string[] };
    },
    fault: async ({ state, run, wanted, broken }, n) => {
      const clear = async (table: "mail" | "job" | "digest") => state.run(composedSql(`DELETE FROM ${table}`));
      await clear("mail");
      await clear("job");
      await clear("digest");
      await addJob(state, { kind: "digest.daily", key: "daily", runAt: MORNING }, MORNING);
      await run({ act: "digest", at: MORNING, after: pointOf(n, [6, 2]) });
      // Its lease has run out.
      await run({ act: "digest", at: MORNING + 6 * 60_000 });
      const unpaired = await state.all(
        composedSql(
          "SELECT m.id, j.key FROM mail m FULL JOIN (SELECT key FROM job WHERE kind = 'mail.send') j ON j.key = m.id WHERE m.id IS NULL OR j.key IS NULL",
        ),
      );
      const mailed = (await mailsIn(state)).map(({ to }) => to);
      broken.push(
        ...unkept({
          "everybody gets a mail": wanted.filter((email) => !mailed.includes(email)),
          "nobody gets two": mailed.length === new Set(mailed).size,
          "every mail has the job that sends it": unpaired,
        }),
      );
    },
    judge: async ({ kills, broken }) => ({
      broken: [...broken, ...unkept({ "a process was killed": kills.count > 0 })],
      seen: { kills: kills.count },
    }),
  });

  trial({
    says: "a process that is killed while it publishes leaves the old revision public or the new one, and it is whole",
    missing,
    times: 6,
    start: async () => {
      const { state, run, kills } = await prepare(kind);
      const orgId = await organizationWithMembers(state, "supplier");
      await publishOn(state, orgId, "2026-11-02");
      const seen: number[] = [];
      const broken: string[] = [];
      const publish = async (after?: number) => {
        const [before] = await publishedByIco(state, ICO);
        await run({ act: "publish", day: "2026-11-03", orgId, after });
        const [shown, ...others] = await publishedByIco(state, ICO);
        const revision = await trustRevision(state, orgId, shown?.revision ?? 0);
        const isOne = others.length === 0 && shown !== undefined && revision?.revision === shown.revision;
        broken.push(
          ...unkept({
            "one revision is public": isOne && revision?.withdrawn_at === null,
            "it is whole": JSON.parse(revision?.snapshot ?? "{}").provedDomain === "firma.sk",
            "no revision is left over that nobody made public":
              (await trustRevision(state, orgId, (shown?.revision ?? 0) + 1)) === undefined,
          }),
        );
        seen.push((shown?.revision ?? 0) - (before?.revision ?? 0));
      };
      return { publish, kills, seen, broken };
    },
    fault: ({ publish }, n) => publish(pointOf(n, [1, 3, 4, 5, 6, 7])),
    judge: async ({ publish, kills, seen, broken }) => {
      await publish();
      const isNext = seen.every((step) => step === 0 || step === 1);
      return {
        broken: [
          ...broken,
          ...unkept({
            "a process was killed": kills.count > 3 || isByHand,
            "killed at its beginning nothing is new; not killed, the next one is public":
              isNext && seen[0] === 0 && seen.at(-1) === 1,
          }),
        ],
        seen: { kills: kills.count, steps: seen },
      };
    },
  });

  trial({
    says: "a process that is killed while it does the nightly job sends each mail once when it is begun again",
    missing,
    times: 5,
    start: async () => {
      const { state, run, kills } = await prepare(kind);
      await publishOn(state, await organizationWithMembers(state, "supplier"), "2026-11-02");
      await publishOn(state, await organizationWithMembers(state, "other"), "2026-11-02", { ico: "31322833" });
      return { state, run, kills };
    },
    // The first mail of the first profile, the note of the second one, and so on, each time from the beginning.
    fault: async ({ run }, n) =>
      void (await run({ act: "night", day: "2027-10-03", after: pointOf(n, [2, 5, 1, 3, 4]) })),
    judge: async ({ state, run, kills }) => {
      await run({ act: "night", day: "2027-10-03" });
      const mailed = (await mailsIn(state)).map(({ to }) => to).toSorted();
      const wanted = ["admin@other.sk", "admin@supplier.sk", "owner@other.sk", "owner@supplier.sk"];
      return {
        broken: unkept({
          "each mail is sent once": mailed.join() === wanted.join(),
          "a process was killed": kills.count > (isByHand ? 0 : 2),
        }),
        seen: { kills: kills.count, mailed },
      };
    },
  });

  trial({
    says: "jobs that four processes do at once are each done once",
    missing,
    times: 1,
    start: async () => {
      const { place, state } = await prepare(kind);
      return { place, state, broken: [] as string[], jobs: isByHand ? 600 : 100 };
    },
    fault: async ({ place, state, broken, jobs }) => {
      const keys = Array.from({ length: jobs }, (_, n) => `job ${n}`);
      await state.transaction(async (tx) => {
        for (const [n, key] of keys.entries()) await addJob(tx, { kind: "feed.source", key, runAt: n }, 0);
      });
      const four = ["1", "2", "3", "4"].map((key) => startProcess(place, { act: "work", key }).ran);
      const said = (await Promise.all(four)).flatMap(({ lines }) => lines);
      const done = said.filter((line) => line.startsWith("job "));
      broken.push(
        ...unkept({
          "every job is done": keys.filter((key) => !done.includes(key)),
          "none is done twice": done.length === new Set(done).size,
          "nothing goes wrong": said.filter((line) => line.startsWith("event ")),
        }),
      );
    },
    judge: async ({ broken, jobs }) => ({ broken, seen: { jobs } }),
  });
});

const ICO = "31322832";
const MORNING = Date.parse("2026-11-23T05:00:00Z");
const codeOf = ({ code }: { readonly code: string }) => code;

/** Somebody with an organization, who gets a digest. @returns the address */
async function addDigested(state: State): Promise<string> {
  const { accountId } = await addOwner(state, 1);
  return `${accountId}@firma.sk`;
}
