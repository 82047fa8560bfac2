import { afterAll, beforeAll, describe } from "vitest";
import { lendDatabase } from "../../src/state/migrated-state.fixture.ts";
import { hasPostgres, type TestDatabase } from "../../src/state/test-postgres.fixture.ts";
import { GENEROUS, NOW, startTestService, type TestService } from "../promises/service.fixture.ts";
import { mailsTo, type VisitorOfTest, visit } from "./visitor.fixture.ts";

/** A password that every rule lets through. */
export const PASSWORD = "seven green tables on a roof";

/** The service in a test: use it inside tests, where it has started. */
export interface AccountService {
  readonly dosah: TestService;
  /** The clock of the service, milliseconds since 1970. */
  now(): number;
  /** Lets it go on. */
  pass(seconds: number): void;
}

/** What is promised on both databases: the tests of `define` run on each, over a service of their own. */
export function describeOnBoth(
  name: string,
  options: { readonly env?: Readonly<Record<string, string>>; readonly limits?: readonly string[] },
  define: (at: AccountService) => void,
): void {
  describe.each([
    ["SQLite", true],
    ["PostgreSQL at 127.0.0.1:5432", hasPostgres],
  ])(`${name}, on %s`, (database, isThere) => {
    describe.skipIf(!isThere)("", () => {
      let dosah: TestService;
      let made: TestDatabase | undefined;
      let now = NOW.getTime();
      const pass = (seconds: number) => {
        now += seconds * 1000;
        dosah.pass(seconds);
      };
      beforeAll(async () => {
        made = database === "SQLite" ? undefined : await lendDatabase();
        const state =
          made === undefined ? {} : { DATABASE_URL: made.url, SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") };
        dosah = await startTestService({
          env: { TRUST_PROXY: "loopback", ...state, ...options.env },
          limits: options.limits ?? GENEROUS,
        });
        // The clock of a server stands with us: a job of the night must not come by the difference.
        if (made !== undefined) pass(Math.floor((Date.now() - NOW.getTime()) / 1000));
      });
      afterAll(async () => {
        await dosah?.close();
        await made?.drop();
      });
      define({
        get dosah() {
          return dosah;
        },
        now: () => now,
        pass,
      });
    });
  });
}

let addresses = 0;

/** A network address that no other visitor of the tests has, nor a neighbour of one: networks count too. */
export function newAddress(): string {
  addresses++;
  return `198.${18 + (addresses >> 8)}.${addresses & 255}.7`;
}

/** A person with a verified account who is signed in. */
export interface Person extends VisitorOfTest {
  readonly email: string;
  /** Signs in from another browser. */
  again(): Promise<VisitorOfTest>;
}

let people = 0;

/** Creates an account by the pages, confirms it from the mail, and signs in. */
export async function newPerson(dosah: TestService, name = "Jana Nová"): Promise<Person> {
  people++;
  const email = `person${people}@firma.sk`;
  const visitor = visit(dosah, { from: newAddress() });
  await visitor.submit("/en/sign-up", { name, email, password: PASSWORD });
  const [mail] = await mailsTo(dosah, email);
  const verified = await visitor.submit(mail?.link ?? "", {});
  if (verified.status !== 303) throw new Error(`${mail?.link} answered ${verified.status}: ${verified.errors}`);
  const signIn = async (browser: VisitorOfTest) => {
    const answer = await browser.submit("/en/sign-in", { email, password: PASSWORD });
    if (answer.status !== 303) throw new Error(`the sign-in of ${email} answered ${answer.status}: ${answer.errors}`);
    return browser;
  };
  await signIn(visitor);
  return Object.assign(visitor, { email, again: () => signIn(visit(dosah, { from: newAddress() })) });
}
