import { readFileSync } from "node:fs";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/** Version of this Dosah, as in package.json. */
export const VERSION = manifest.version;
