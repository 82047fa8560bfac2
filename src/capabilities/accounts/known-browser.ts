import { z } from "zod";
import { dayOf } from "../../core/day.ts";
import { newToken } from "../../identity/token.ts";
import type { Account } from "../../state/accounts.ts";
import type { Accounts } from "./accounts.ts";

/** A browser knows so many accounts, the ones that signed in last. */
const MOST_ACCOUNTS = 5;

/** It knows an account for so long after a sign-in. */
const KNOWN_DAYS = 180;

const DAY_MS = 24 * 60 * 60_000;

/** What is sealed into the cookie: an id of the browser, and a keyed hash of each account with the day of its sign-in. */
const content = z.strictObject({
  browser: z.string(),
  accounts: z.array(z.strictObject({ account: z.string(), day: z.string() })).max(MOST_ACCOUNTS),
});

type Known = z.output<typeof content>;

type Sealer = Pick<Accounts, "sealing" | "now">;

/** What names an account in the cookie. Another password is another name, so a change and a reset end what was known. */
type Named = Pick<Account, "id" | "password_set_at">;

/**
 * The key by which the attempts of a browser on an account are counted.
 * @param sealed the value of the cookie, as it was sent
 * @returns `undefined` where nobody signed in to the account from this browser since its password was set
 */
export function knownBrowserKey(accounts: Sealer, sealed: string | undefined, account: Named): string | undefined {
  const known = openKnown(accounts, sealed);
  const name = nameOf(accounts, account);
  const found = known?.accounts.find(({ account: each, day }) => each === name && isRecent(day, accounts.now()));
  if (known === undefined || found === undefined) return undefined;
  return accounts.sealing.keyedHash(`${known.browser} ${name}`, "known_browser");
}

/**
 * The cookie of a browser in which somebody has just completed a sign-in. It proves nothing.
 * @param sealed the value that the browser had
 * @returns the new value, with the five accounts that signed in last
 */
export function withKnownAccount(accounts: Sealer, sealed: string | undefined, account: Named): string {
  const { browser, accounts: others } = openKnown(accounts, sealed) ?? { browser: newToken(), accounts: [] };
  const name = nameOf(accounts, account);
  const added = { account: name, day: dayOf(new Date(accounts.now())) };
  const known: Known = {
    browser,
    accounts: [added, ...others.filter((each) => each.account !== name)].slice(0, MOST_ACCOUNTS),
  };
  return accounts.sealing.seal(JSON.stringify(known), "known_browser");
}

function openKnown({ sealing }: Sealer, sealed: string | undefined): Known | undefined {
  const opened = sealed === undefined ? undefined : sealing.open(sealed, "known_browser");
  return opened === undefined ? undefined : content.safeParse(JSON.parse(opened)).data;
}

function nameOf({ sealing }: Sealer, { id, password_set_at }: Named): string {
  return sealing.keyedHash(`${id} ${password_set_at}`, "known_browser");
}

function isRecent(day: string, now: number): boolean {
  return now - Date.parse(day) < (KNOWN_DAYS + 1) * DAY_MS;
}
