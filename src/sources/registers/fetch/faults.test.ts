import { describe, expect, test } from "vitest";
import { expectWhole, runModule } from "../snapshot/importing/after-fault.fixture.ts";
import { type Fault, failAt } from "../snapshot/importing/faulty-disk.fixture.ts";
import { NOW, named } from "../snapshot/importing/register-files.fixture.ts";
import { RegisterFileError } from "../snapshot/records/failure.ts";
import { ACTIVITIES, DATA, type FetchFixture, firm, openFetchFixture } from "./fetch.fixture.ts";

/** More calls than a fetch of two registers makes: the loops end before. */
const MOST_CALLS = 120;

const CZECH = { old: ["Firma A"], new: ["Firma A", "Firma B"] };
const SLOVAK = { old: ["Firma SK"], new: ["Firma SK", "Firma dve"] };

/** What must be among the outcomes of Czechia and Slovakia; a disk that is full stays full. */
const EXPECTED = {
  ENOSPC: [
    "failed failed, old old",
    "refused failed, old old",
    "refused refused, old old",
    "published published, new new",
  ],
  EIO: [
    "failed published, old new",
    "published failed, new old",
    "refused refused, old old",
    "published published, new new",
  ],
};

/** Two registers that were fetched, and have published anew since. */
async function published(): Promise<FetchFixture> {
  const at = await openFetchFixture();
  at.publishRes(named(...CZECH.old));
  at.publishFull("2026-11-07", [firm("Firma SK", 0)]);
  await at.run();
  at.publishRes(named(...CZECH.new), "2026-10-31");
  at.publishDaily("2026-11-10", firm("Firma dve", 1));
  return at;
}

function whole({ dir }: FetchFixture): string {
  return `${expectWhole(dir, "CZ", CZECH)} ${expectWhole(dir, "SK", SLOVAK)}`;
}

describe.each(["ENOSPC", "EIO"] as const satisfies Fault[])(
  "%s at each file call of a fetch of registers in turn",
  (fault) => {
    test("is said of the register that it met, and the published file is whole each time", async () => {
      const outcomes = new Set<string>();
      for (let n = 1; n < MOST_CALLS; n++) {
        const at = await published();
        const end = await failAt(n, fault);
        const outcome = await at.run().catch((cause: unknown) => cause);
        const calls = end();
        const held = whole(at);
        if (outcome instanceof Error) {
          expect(outcome, `call ${n}`).toBeInstanceOf(RegisterFileError);
          outcomes.add(`thrown, ${held}`);
        } else {
          const { registers, refusal } = outcome as Awaited<ReturnType<FetchFixture["run"]>>;
          const expected = fault === "ENOSPC" ? "disk_full" : "not_stored";
          for (const { failure } of registers)
            if (failure !== undefined) expect(failure.kind, `call ${n}`).toBe(expected);
          if (refusal !== undefined) expect(String(refusal)).toMatch(/the disk is full|cannot be written/);
          outcomes.add(`${registers.map(({ result }) => result).join(" ")}, ${held}`);
        }
        await at.run();
        expect(whole(at), `call ${n}`).toBe("new new");
        if (calls < n) break;
      }
      expect([...outcomes]).toEqual(expect.arrayContaining(EXPECTED[fault]));
    }, 300_000);
  },
);

// A process for each call: one register is enough, and its files are two.
test("a kill at each file call of a fetch of a register in turn: the published file is whole each time", async () => {
  const modules = ["../snapshot/importing/faulty-disk.fixture.ts", "./fetch-registers.ts", "../registers.ts"].map(
    (name) => JSON.stringify(new URL(name, import.meta.url).href),
  );
  let killed = 0;
  for (let n = 1; n < MOST_CALLS; n++) {
    const at = await published();
    const { url } = at.server;
    const places = {
      res: { addresses: { data: url + DATA, activities: url + ACTIVITIES }, maxBytes: 1_000_000 },
    };
    const end = await runModule(`
      const [{ failAt }, { fetchRegisters }, { FILE_REGISTERS }] = await Promise.all([${modules.map((one) => `import(${one})`)}]);
      await failAt(${n}, "kill");
      const now = () => new Date(${NOW.getTime()});
      const classify = () => ({ category: "out_of_scope", sector: null, reason: null });
      const build = { dir: ${JSON.stringify(at.dir)}, registers: FILE_REGISTERS, classify, rulesVersion: "rules-1", now };
      const network = { userAgent: "Dosah/test", now };
      await fetchRegisters({ build, places: ${JSON.stringify(places)}, formats: ["res"], anew: false, network });
    `);
    const held = whole(at);
    if (end !== "SIGKILL") {
      expect([end, held]).toEqual([0, "new old"]);
      break;
    }
    killed++;
    await at.run();
    expect(whole(at), `call ${n}`).toBe("new new");
  }
  expect(killed).toBeGreaterThan(20);
}, 300_000);
