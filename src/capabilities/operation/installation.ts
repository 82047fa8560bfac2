import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Names the installation that commands work on, without opening it. */
export const installation = defineCapability({
  name: "installation",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator }) => ({ ...operator.installation() }),
  cli: {
    words: "which",
    help: "name the program, the settings file, DATA_DIR and the database that commands use",
    opensNothing: true,
    lines: ({ program, version, settingsFile, dataDir, database }) => [
      `program   ${program}`,
      `version   ${version}`,
      `settings  ${settingsFile ?? "environment alone (no --env-file, DOSAH_ENV_FILE or /etc/dosah.env)"}`,
      `DATA_DIR  ${dataDir}`,
      `database  ${database}`,
    ],
  },
});

/** Names the program, its commit and its rules, as `GET /version` does. */
export const programVersion = defineCapability({
  name: "program_version",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator }) => ({ ...operator.version() }),
  cli: {
    words: "version",
    help: "name the version of the program, its commit and its rules",
    opensNothing: true,
    lines: ({ version, commit, ruleSet }) => [`Dosah ${version}  commit ${commit ?? "unknown"}  rules ${ruleSet}`],
  },
});
