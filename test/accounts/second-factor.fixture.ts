import { type AccountService, newAddress, newPerson, PASSWORD, type Person } from "./account-service.fixture.ts";
import { codeAt } from "./authenticator-app.fixture.ts";
import { type VisitorOfTest, visit } from "./visitor.fixture.ts";

type Place = Pick<AccountService, "dosah" | "now">;

/** A person who has switched the second factor on, with the secret of the app and the backup codes. */
export interface PersonWithCodes {
  readonly person: Person;
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

/** Starts the second factor of a person. @returns the secret for the app. */
export async function startSecondFactor(person: Person): Promise<string> {
  await person.submit("/en/account/two-factor", { current: PASSWORD }, "/en/account/two-factor/start");
  const { html } = await person.get("/en/account/two-factor");
  return /data-totp-secret="">([A-Z2-7]+)</.exec(html)?.[1] ?? "";
}

/** The backup codes that a page shows. */
export function backupCodesIn(html: string): readonly string[] {
  return [...html.matchAll(/data-backup-code="[^"]*">([^<]+)</g)].map(([, code = ""]) => code);
}

/** Makes a person and switches the second factor on. */
export async function withSecondFactor(at: Place): Promise<PersonWithCodes> {
  const person = await newPerson(at.dosah);
  const secret = await startSecondFactor(person);
  const on = await person.submit("/en/account/two-factor", { code: codeAt(secret, at.now()), current: PASSWORD });
  if (on.status !== 200) throw new Error(`the second factor was not switched on: ${on.errors}`);
  return { person, secret, backupCodes: backupCodesIn(on.html) };
}

/** A browser in which the password was shown, and the code is still missing. */
export async function challenged(at: Place, email: string): Promise<VisitorOfTest> {
  const browser = visit(at.dosah, { from: newAddress() });
  const { location } = await browser.submit("/en/sign-in", { email, password: PASSWORD });
  if (location !== "/en/sign-in/code") throw new Error(`the sign-in of ${email} led to ${location}`);
  return browser;
}
