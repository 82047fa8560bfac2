import { createState } from "../state.ts";
import { writeBackup } from "./write-backup.ts";

/** A process of its own that writes one backup: `{ dir, to, tables, migrations }` as JSON. */
const { dir, to, tables, migrations } = JSON.parse(process.argv[2] ?? "{}");
const state = createState({ dir, now: Date.now, migrations });
await writeBackup({ state, to, tables, settings: [], program: "0.1.0", now: () => new Date() });
await state.close();
