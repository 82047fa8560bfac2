import { feed } from "./0001-feed.ts";
import { job } from "./0002-job.ts";
import { account } from "./0003-account.ts";
import { registerAndScan } from "./0004-register-and-scan.ts";
import type { Migration } from "./migration.ts";

/** Every migration, oldest first. A published one is never changed: its checksum is in every database. */
export const MIGRATIONS: readonly Migration[] = [feed, job, account, registerAndScan];
