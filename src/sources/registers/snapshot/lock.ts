import { DatabaseSync } from "node:sqlite";
import { RegisterFileError } from "./failure.ts";

/**
 * Holds the right to build register files in a folder. The system itself keeps the lock and drops it when the
 * process ends, however it ends: there is no stale lock to recognise and none to remove by hand.
 * @throws RegisterFileError when another import is running.
 */
export function holdImportLock(file: string): { release(): void } {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    db.close();
    throw new RegisterFileError(file, undefined, "another import of registers is running; wait until it has ended.", {
      cause,
    });
  }
  return { release: () => db.close() };
}
