import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A folder that one process fills and all tests of a run copy from.
 * @param make fills the folder; where two processes do at once, one of them wins
 * @returns the folder's path
 */
export async function madeOnce(name: string, make: (dir: string) => Promise<void>): Promise<string> {
  const shared = process.env.TEST_SHARED ?? mkdtempSync(join(tmpdir(), "dosah-test-shared-"));
  // Without a run around it, as in a bench, this process is the only one.
  process.env.TEST_SHARED = shared;
  const folder = join(shared, name);
  if (existsSync(folder)) return folder;
  mkdirSync(shared, { recursive: true });
  const dir = mkdtempSync(join(shared, `${name}-`));
  await make(dir);
  try {
    renameSync(dir, folder);
  } catch (cause) {
    if (!existsSync(folder)) throw cause;
    rmSync(dir, { recursive: true });
  }
  return folder;
}
