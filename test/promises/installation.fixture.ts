import { afterEach, describe } from "vitest";
import { lendDatabase } from "../../src/state/migrated-state.fixture.ts";
import { hasPostgres } from "../../src/state/test-postgres.fixture.ts";
import { type Ran, runDosah } from "./run-command.fixture.ts";
import {
  openTestServices,
  startTestService,
  type TestService,
  type TestServiceOptions,
  type TestServices,
} from "./service.fixture.ts";

const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

/** A password that the rules accept. */
export const PASSWORD = "seven green tables on a roof";

/** Commands of the operator and the service of the same installation. */
export interface Installation {
  /** Runs a command; words with blanks stand in quotation marks. */
  readonly run: (words: string, stdin?: string) => Promise<Ran>;
  readonly operator: TestServices;
  readonly service: TestService;
  /** The settings with which a further instance of it starts. */
  readonly env: Readonly<Record<string, string>>;
}

/** Opens an installation that is closed after the test. */
export type Install = (options?: TestServiceOptions) => Promise<Installation>;

/**
 * Describes what must hold on either database. Each test opens an installation of its own; the one with PostgreSQL is
 * left out where no server is there.
 */
export function describeOnBoth(name: string, define: (install: Install, kind: "sqlite" | "postgres") => void): void {
  const closing: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };

  async function open({ env = {}, ...rest }: TestServiceOptions, settings: Readonly<Record<string, string>>) {
    const operator = await openTestServices({ ...rest, env: { ...env, ...settings } });
    closing.push(operator.close);
    // SQLite is one file that commands and the service share.
    const shared = { ...env, ...settings, ...("DATABASE_URL" in settings ? {} : { DATA_DIR: `${operator.dir}/data` }) };
    const service = await startTestService({ ...rest, env: shared });
    closing.push(service.close);
    const run = (words: string, stdin?: string) => runDosah(operator.call, [...split(words), "--locale", "en"], stdin);
    return { operator, service, run, env: shared };
  }

  describe(`${name} on SQLite`, () => {
    afterEach(closeAll);
    define((options = {}) => open(options, {}), "sqlite");
  });

  describe.skipIf(!hasPostgres)(`${name} on PostgreSQL at 127.0.0.1:5432`, () => {
    afterEach(closeAll);
    define(async (options = {}) => {
      const database = await lendDatabase();
      closing.push(database.drop);
      return open(options, { DATABASE_URL: database.url, SECRETS_KEY });
    }, "postgres");
  });
}

function split(words: string): readonly string[] {
  return [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}
