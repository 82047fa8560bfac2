import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a small file so that it stands under its name only when it is whole and on the disk, readable by its owner
 * alone.
 * @param isReplacing false: a file that is there stays, and the system says `EEXIST`
 * @throws the system's error; then nothing of ours is left
 */
export function writeWhole(file: string, text: string | Uint8Array, isReplacing: boolean): void {
  const draft = `${file}.${process.pid}.new`;
  try {
    const handle = openSync(draft, "w", 0o600);
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (isReplacing) renameSync(draft, file);
    else linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  // Without this the name may be lost with the power.
  const folder = openSync(dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
