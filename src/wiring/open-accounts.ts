import { join } from "node:path";
import type { Logger } from "pino";
import type { Accounts } from "../capabilities/accounts/accounts.ts";
import { createAttempt } from "../capabilities/accounts/attempt.ts";
import { resetMailFor } from "../capabilities/accounts/reset-mail.ts";
import type { Oauth } from "../capabilities/connections/oauth.ts";
import { operatorOf } from "../config/operator.ts";
import type { Config } from "../config.ts";
import { isLoopbackName } from "../core/loopback.ts";
import { breachedPasswordsIn } from "../identity/breached-passwords.ts";
import { createOidc, type Oidc } from "../identity/oidc.ts";
import { createPasskeys } from "../identity/passkey.ts";
import { createPasswordHasher } from "../identity/password-hash.ts";
import type { Sealing } from "../identity/sealing.ts";
import type { Limiter } from "../limits/limiter.ts";
import { mail as mailSchema } from "../mail/mail.ts";
import { createMailSender, MailNotTaken, type MailSettings, OUTBOX_DIR } from "../mail/send-mail.ts";
import { findMail } from "../state/mails.ts";
import type { State } from "../state/state.ts";

/** The clock and the log. */
interface Environment {
  readonly now: () => Date;
  readonly log: Logger;
}

/** Joins the state, the settings and the key of secrets to what the capabilities of accounts run on. */
export function openAccounts(
  config: Config,
  { now, log }: Environment,
  state: State,
  sealing: Sealing,
  limiter: Pick<Limiter, "take" | "giveBack">,
  oauth: Oauth | null = null,
): Accounts {
  const {
    registration,
    mailUrl,
    mailLinks,
    baseUrl,
    passwordSignIn,
    secondFactor,
    oidcAssurance,
    breachedPasswordsFile,
  } = config;
  return {
    state,
    sealing,
    limiter: { attempt: createAttempt(limiter, log) },
    allowance: limiter,
    log,
    settings: {
      registration,
      passwordSignIn,
      secondFactor,
      oidcAssurance,
      showsMailLinks: mailUrl === undefined && mailLinks === "auto" && isLoopbackName(new URL(baseUrl).hostname),
      isOperatorMissing: operatorOf(config).standing === "missing",
    },
    passwords: createPasswordHasher(),
    passkeys: createPasskeys({ baseUrl: config.baseUrl }),
    oauth,
    oidc: openProvider(config, () => now().getTime()),
    isBreached: breachedPasswordsFile === undefined ? async () => false : breachedPasswordsIn(breachedPasswordsFile),
    now: () => now().getTime(),
  };
}

/** The operator's identity provider; the settings were checked to be all there or none. */
function openProvider(
  { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, baseUrl }: Config,
  now: () => number,
): Oidc | null {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  return createOidc({ issuer, clientId, clientSecret, redirectUri: `${baseUrl}/auth/oidc/callback` }, now);
}

/** Where mails go, as whom. */
export function mailSettings({ mailUrl: url, mailFrom, baseUrl, dataDir }: Config): MailSettings {
  const from = mailFrom ?? `Dosah <dosah@${new URL(baseUrl).hostname}>`;
  return { url, from, outbox: join(dataDir, OUTBOX_DIR), baseUrl };
}

/** Makes what sends a stored mail. One that cannot be opened any more (another key) is dropped, and the log says so. */
export function openMailSending(
  config: Config,
  { now, log }: Environment,
  accounts: Accounts,
): (id: string) => Promise<void> {
  const { mailUrl: url, baseUrl } = config;
  const send = createMailSender(mailSettings(config));
  return async (id) => {
    const stored = await findMail(accounts.state, id);
    if (stored === undefined) return;
    const opened = accounts.sealing.open(stored.sealed, "mail");
    if (opened === undefined) {
      log.error({ mail: id }, "a mail was dropped: it was sealed with another key");
      return;
    }
    const read = mailSchema.safeParse(JSON.parse(opened));
    if (!read.success) {
      log.warn({ mail: id }, "a mail was dropped: it is of a kind that is sent no more");
      return;
    }
    const asked = read.data;
    const mail = asked.isReset ? await resetMailFor(accounts, asked, baseUrl) : asked;
    if (mail === undefined) return;
    let file: string | undefined;
    try {
      file = await send(id, mail, now());
    } catch (thrown) {
      if (!(thrown instanceof MailNotTaken) || !thrown.isFinal) throw thrown;
      log.warn({ mail: id, err: thrown }, "a mail was dropped: the mail server refuses it for good");
      return;
    }
    if (url === undefined) log.info({ mail: id, file }, "a mail lies in the outbox: MAIL_URL is not set");
  };
}
