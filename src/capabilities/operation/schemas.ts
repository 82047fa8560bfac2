import { z } from "zod";

/** A file that holds the passphrase of a backup, in its first line. */
export const passphraseFile = z.string().min(1).optional().describe("A file whose first line is the passphrase.");

/** A migration on the terminal. */
export function migrationLine({ version, name }: { readonly version: number; readonly name: string }): string {
  return `${String(version).padStart(4)}  ${name}`;
}
