import { readFile } from "node:fs/promises";

/** The passphrase of a file, its first line; `undefined` where the file cannot be read or begins with an empty line. */
export async function passphraseIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split(/\r?\n/)[0] || undefined;
}
