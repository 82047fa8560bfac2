import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Migration } from "./migrations/migration.ts";
import { repeatableSql, sql } from "./sql.ts";
import type { State } from "./state.ts";
import { StateError } from "./state-error.ts";

/** An empty database to examine. */
export interface ExaminedDatabase {
  /** Opens the same database, as one process does. */
  open(migrations: readonly Migration[]): State;
  remove(): Promise<void>;
}

const LAYOUT: Migration = {
  version: 1,
  name: "examined",
  text: `
    CREATE TABLE thing (
      kind text NOT NULL, id text NOT NULL, n integer NOT NULL, note text, body blob, PRIMARY KEY (kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE part (
      id text PRIMARY KEY, kind text NOT NULL, thing text NOT NULL,
      FOREIGN KEY (kind, thing) REFERENCES thing (kind, id) ON DELETE CASCADE
    ) STRICT`,
};

const ADD = sql("INSERT INTO thing (kind, id, n) VALUES (?, ?, ?)");
const ADD_PART = sql("INSERT INTO part (id, kind, thing) VALUES (?, ?, ?)");
const ADD_ONCE = repeatableSql("INSERT INTO thing (kind, id, n) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO NOTHING");
const PUT = sql(
  "INSERT INTO thing (kind, id, n, note, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET " +
    "n = excluded.n, note = excluded.note, body = excluded.body",
);
const ONE = sql("SELECT kind, id, n, note, body FROM thing WHERE kind = ? AND id = ?");
const IDS = sql("SELECT id FROM thing WHERE kind = ? ORDER BY id");
const COUNT = sql("SELECT count(*) AS n FROM thing");
const MORE = sql("UPDATE thing SET n = n + 1 WHERE kind = ? AND id = ?");
const SET = sql("UPDATE thing SET n = ? WHERE kind = ? AND id = ?");
const PAGE = sql("SELECT id FROM thing WHERE (n, id) < (?, ?) ORDER BY n DESC, id DESC LIMIT 2");
const TAKE = sql(
  "UPDATE thing SET n = n + 1 WHERE id = (SELECT id FROM thing WHERE n = 0 ORDER BY id LIMIT 1 {FOR UPDATE SKIP LOCKED}) RETURNING id, n",
);

/** What both databases must do alike. */
export function describeState(name: string, create: () => Promise<ExaminedDatabase>): void {
  describe(name, () => {
    let database: ExaminedDatabase;
    let state: State;

    beforeEach(async () => {
      database = await create();
      state = database.open([LAYOUT]);
    });
    afterEach(async () => {
      await state.close();
      await database.remove();
    });

    const ids = async (kind = "a") => (await state.all<{ id: string }>(IDS, kind)).map(({ id }) => id);

    test("gives back what was written: text, whole numbers, nothing, bytes", async () => {
      const bytes = new Uint8Array([0, 255, 10, 39]);
      const texts = ["Žižka 'ě' \"?\" $1 {x}", "\u{1F680}\n\\", ""];
      for (const [index, note] of texts.entries()) {
        const n = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0][index] ?? 0;
        expect(await state.run(PUT, "a", String(index), n, note, bytes)).toBe(1);
        const row = await state.get<{ n: number; note: string; body: Uint8Array }>(ONE, "a", String(index));
        expect(row).toMatchObject({ kind: "a", id: String(index), n, note });
        expect([...(row?.body ?? [])]).toEqual([...bytes]);
      }
      await state.run(ADD, "a", "empty", 1);
      expect(await state.get(ONE, "a", "empty")).toMatchObject({ note: null, body: null });
      expect(await state.get(ONE, "a", "missing")).toBeUndefined();
      expect(await state.all(IDS, "missing")).toEqual([]);
      expect(await state.get(COUNT)).toEqual({ n: 4 });
    });

    test("text that no database can hold is looked for and not found, and fails no statement", async () => {
      await state.run(ADD, "a", "b", 1);
      for (const id of ["b\0", "\0", "\ud800"]) {
        expect(await state.get(ONE, "a", id)).toBeUndefined();
        expect(await state.transaction((tx) => tx.all(IDS, id))).toEqual([]);
      }
    });

    test("orders text by its bytes, whatever the language of the server", async () => {
      const sorted = ["A", "Z", "a", "b", "č", "ž", "\u{1F680}"];
      for (const id of sorted.toReversed()) await state.run(ADD, "a", id, 1);
      expect(await ids()).toEqual(sorted);
    });

    test("pages by the key of the last row", async () => {
      for (const [id, n] of [
        ["a", 1],
        ["b", 2],
        ["c", 2],
        ["d", 3],
      ] as const)
        await state.run(ADD, "a", id, n);
      expect(await state.all(PAGE, 4, "")).toEqual([{ id: "d" }, { id: "c" }]);
      expect(await state.all(PAGE, 2, "c")).toEqual([{ id: "b" }, { id: "a" }]);
    });

    test("says how many rows were changed", async () => {
      await state.run(ADD, "a", "1", 1);
      expect([await state.run(MORE, "a", "1"), await state.run(MORE, "a", "2")]).toEqual([1, 0]);
      expect([await state.run(ADD_ONCE, "a", "1", 5), await state.run(ADD_ONCE, "a", "2", 5)]).toEqual([0, 1]);
    });

    test("a key that is there already is a conflict, and the message holds nothing of the row", async () => {
      await state.run(ADD, "a", "secret", 1);
      const refused = await state.run(ADD, "a", "secret", 1).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StateError);
      expect(refused).toMatchObject({ kind: "conflict", trouble: undefined, isOutcomeUnknown: false });
      expect(String(refused)).not.toContain("secret");
      expect(state.health()).toBe("ok");
    });

    test("a statement that is wrong is our mistake and no trouble of the database", async () => {
      await expect(state.run(sql("UPDATE nothing SET x = 1"))).rejects.toMatchObject({ kind: "other" });
      expect(state.health()).toBe("ok");
    });

    test("a row cannot stand without the one that it belongs to, and goes with it", async () => {
      await expect(state.run(ADD_PART, "p", "a", "1")).rejects.toMatchObject({ kind: "other" });
      await state.run(ADD, "a", "1", 1);
      await state.run(ADD_PART, "p", "a", "1");
      await state.run(sql("DELETE FROM thing"));
      expect(await state.get(sql("SELECT count(*) AS n FROM part"))).toEqual({ n: 0 });
    });

    test("a transaction is whole or nothing", async () => {
      const result = await state.transaction(async (tx) => {
        await tx.run(ADD, "a", "1", 1);
        await tx.run(ADD, "a", "2", 1);
        return (await tx.all(IDS, "a")).length;
      });
      expect([result, await ids()]).toEqual([2, ["1", "2"]]);
      const failing = state.transaction(async (tx) => {
        await tx.run(ADD, "a", "3", 1);
        throw new Error("changed its mind");
      });
      await expect(failing).rejects.toThrow("changed its mind");
      expect(await ids()).toEqual(["1", "2"]);
    });

    test("after a statement that failed nothing is done and nothing is committed, even when its error is caught", async () => {
      await state.run(ADD, "a", "1", 1);
      const failing = state.transaction(async (tx) => {
        await tx.run(ADD, "a", "2", 1);
        await tx.run(ADD, "a", "1", 1).catch(() => undefined);
        await tx.run(ADD, "a", "3", 1).catch(() => undefined);
      });
      await expect(failing).rejects.toMatchObject({ kind: "conflict" });
      expect(await ids()).toEqual(["1"]);
    });

    test("nothing of a transaction is seen outside before it is over, and reads do not wait for it", async () => {
      const seen: number[] = [];
      await state.transaction(async (tx) => {
        await tx.run(ADD, "a", "1", 1);
        seen.push((await tx.all(IDS, "a")).length);
        // Another caller, who knows nothing of the transaction.
        await new Promise((resolve) => setTimeout(resolve, 5));
      });
      const begun = Promise.withResolvers<void>();
      const looked = Promise.withResolvers<void>();
      const transaction = state.transaction(async (tx) => {
        await tx.run(ADD, "a", "2", 1);
        begun.resolve();
        await looked.promise;
      });
      await begun.promise;
      // The transaction ends only after this: a read that waited for it would never end.
      const outside = await ids();
      looked.resolve();
      await transaction;
      expect(seen).toEqual([1]);
      expect(outside).toEqual(["1"]);
      expect(await ids()).toEqual(["1", "2"]);
    });

    test("a transaction that uses the database past itself is refused instead of waiting for ever", async () => {
      const mixed = state.transaction(async () => {
        await state.run(ADD, "a", "1", 1);
      });
      await expect(mixed).rejects.toThrow(/inside a transaction/);
      const nested = state.transaction(async (tx) => tx.transaction(async () => 1));
      await expect(nested).rejects.toThrow(/no second one/);
      const kept = await state.transaction(async (tx) => tx);
      await expect(kept.run(ADD, "a", "1", 1)).rejects.toThrow(/over/);
      expect(await ids()).toEqual([]);
    });

    test("forty transactions at once do not mix, also those of a second process", async () => {
      await state.run(ADD, "a", "1", 0);
      const other = database.open([LAYOUT]);
      const one = (at: number) =>
        (at % 2 === 0 ? state : other)
          .transaction(async (tx) => {
            await tx.run(MORE, "a", "1");
            await new Promise((resolve) => setImmediate(resolve));
            await tx.run(ADD, "b", String(at), at);
            if (at % 4 === 3) throw new Error("no");
          })
          .catch(() => undefined);
      await Promise.all(Array.from({ length: 40 }, (_, at) => one(at)));
      expect(await state.get(ONE, "a", "1")).toMatchObject({ n: 30 });
      expect(await ids("b")).toHaveLength(30);
      await other.close();
    });

    test("text in braces is for PostgreSQL: a row that nobody else takes", async () => {
      for (const id of ["1", "2", "3"]) await state.run(ADD, "a", id, 0);
      const taken = await Promise.all([1, 2, 3].map(() => state.get<{ id: string; n: number }>(TAKE)));
      expect(taken.map((row) => row?.id).toSorted()).toEqual(["1", "2", "3"]);
    });

    test("a snapshot shows one instant, whatever is written meanwhile", async () => {
      await state.run(ADD, "a", "1", 1);
      await state.snapshot(async (tx) => {
        expect(await tx.get(COUNT)).toEqual({ n: 1 });
        await new Promise((resolve) => setTimeout(resolve, 5));
        const other = database.open([LAYOUT]);
        await other.run(ADD, "a", "2", 1);
        await other.close();
        expect(await tx.get(COUNT)).toEqual({ n: 1 });
      });
      expect(await state.get(COUNT)).toEqual({ n: 2 });
    });

    test("a snapshot cannot be written to", async () => {
      await state.run(ADD, "a", "1", 1);
      await expect(state.snapshot((tx) => tx.run(SET, 5, "a", "1"))).rejects.toBeInstanceOf(StateError);
      expect(await state.get(ONE, "a", "1")).toMatchObject({ n: 1 });
    });

    test("what is written is there for the next process", async () => {
      await state.run(ADD, "a", "1", 1);
      await state.close();
      state = database.open([LAYOUT]);
      expect(await ids()).toEqual(["1"]);
    });

    test("a closed state is down and says so", async () => {
      await state.run(ADD, "a", "1", 1);
      await state.close();
      await expect(state.all(IDS, "a")).rejects.toMatchObject({ kind: "down" });
    });

    describe("migrations", () => {
      const second: Migration = { version: 2, name: "more", text: "ALTER TABLE thing ADD COLUMN more integer" };
      const broken: Migration = {
        version: 2,
        name: "broken",
        text: "CREATE TABLE half (id text PRIMARY KEY); INSERT INTO no_such_table VALUES (1)",
      };

      test("are carried out once, each is noted, and what is missing later is added over the rows", async () => {
        expect((await state.open()).map(({ version }) => version)).toEqual([1]);
        await state.run(ADD, "a", "1", 1);
        const later = database.open([LAYOUT, second]);
        expect(await later.status()).toMatchObject({ version: 1, newest: 2, missing: [{ version: 2 }] });
        expect((await later.open()).map(({ version }) => version)).toEqual([2]);
        expect(await later.get(sql("SELECT more FROM thing"))).toEqual({ more: null });
        expect((await later.status()).applied).toMatchObject([
          { version: 1, name: "examined", min_program: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
          { version: 2, name: "more", min_program: 2 },
        ]);
        await later.close();
        const again = database.open([LAYOUT, second]);
        expect(await again.open()).toEqual([]);
        await again.close();
      });

      test("an index on a table with rows is built once, also where several start at once or a build was broken off", async () => {
        await state.run(ADD, "a", "1", 1);
        const index: Migration = {
          version: 2,
          name: "index",
          isConcurrent: true,
          text: "CREATE UNIQUE INDEX thing_n ON thing (n, id)",
        };
        const states = Array.from({ length: 4 }, () => database.open([LAYOUT, index]));
        const done = await Promise.all(states.map((each) => each.open()));
        expect(done.flat().map(({ version }) => version)).toEqual([2]);
        await state.run(ADD, "b", "2", 2);
        await expect(state.run(ADD, "b", "1", 1)).rejects.toMatchObject({ kind: "conflict" });
        for (const each of states) await each.close();
      });

      test("nothing is made by looking", async () => {
        expect(await state.status()).toMatchObject({ version: 0, newest: 1, applied: [], missing: [{ version: 1 }] });
        expect(await state.status()).toMatchObject({ version: 0 });
      });

      test("of eight that start at once on an empty database each is carried out once, and all go on", async () => {
        const all = Array.from({ length: 8 }, () => database.open([LAYOUT, second]));
        const done = await Promise.all(all.map((each) => each.open()));
        expect(
          done
            .flat()
            .map(({ version }) => version)
            .toSorted(),
        ).toEqual([1, 2]);
        for (const each of all) {
          await each.get(COUNT);
          await each.close();
        }
      });

      test("one that fails leaves the layout before it, and the state is behind", async () => {
        await state.open();
        const wrong = database.open([LAYOUT, broken]);
        await expect(wrong.open()).rejects.toMatchObject({ kind: "other" });
        expect(wrong.health()).toBe("behind");
        await expect(wrong.get(COUNT)).rejects.toBeInstanceOf(StateError);
        await wrong.close();
        const mended = database.open([LAYOUT, { ...broken, text: "CREATE TABLE half (id text PRIMARY KEY)" }]);
        expect((await mended.open()).map(({ version }) => version)).toEqual([2]);
        await mended.close();
      });

      test("a database that is newer stops the start with one line", async () => {
        const newer = database.open([LAYOUT, second]);
        await newer.open();
        await newer.close();
        await expect(state.open()).rejects.toThrow(/^The state database has layout 2, and this version .* layout 1/);
        await expect(state.status()).rejects.toThrow(/layout 2/);
        expect(state.health()).toBe("newer");
      });

      test("a newer one that an earlier program can live with is used", async () => {
        const newer = database.open([LAYOUT, { ...second, minProgram: 1 }]);
        await newer.open();
        await newer.close();
        await state.open();
        await state.run(ADD, "a", "1", 1);
        expect(await ids()).toEqual(["1"]);
      });

      test("a migration that is not the one that was carried out stops the start with one line", async () => {
        await state.open();
        const changed = database.open([{ ...LAYOUT, text: `${LAYOUT.text} ` }]);
        await expect(changed.open()).rejects.toThrow(
          /^The state database was made by another migration 1 \(examined\)/,
        );
        await changed.close();
      });
    });
  });
}
