import { chmod, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mail } from "./mail.ts";
import { mailText } from "./texts.ts";

/** The folder of mails where there is no server, in `DATA_DIR`. */
export const OUTBOX_DIR = "outbox";

/** More mails than this are not kept in the folder: the oldest go. */
const MOST_KEPT = 1_000;

const TIMEOUT_MS = 20_000;
/** Likewise for somebody who waits at a terminal. */
const ASK_MS = 5_000;

/** Where mail goes. */
export interface MailSettings {
  /** `smtp://` or `smtps://`; without it mails are files in `outbox`. */
  readonly url: string | undefined;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly outbox: string;
  /** Public address, for the foot of a mail. */
  readonly baseUrl: string;
}

/** Why a mail server did not take a mail, in words of ours: its own hold the address, and what it likes. */
export class MailNotTaken extends Error {
  override readonly name = "MailNotTaken";
  /** The server will not take it later either: this mail, or this recipient, is refused for good. */
  readonly isFinal: boolean;

  constructor({ code, responseCode }: { readonly code?: unknown; readonly responseCode?: unknown }) {
    const status = typeof responseCode === "number" ? responseCode : undefined;
    const kind = typeof code === "string" && /^[A-Z]{1,20}$/.test(code) ? code : "unknown";
    super(`the mail server did not take a mail: ${kind}${status === undefined ? "" : ` ${status}`}`);
    // A refused sign-in or a server without TLS is the operator's to mend, and then the mail goes.
    this.isFinal = (kind === "EENVELOPE" || kind === "EMESSAGE") && status !== undefined && status >= 500;
  }
}

/**
 * Sends one mail. `id` names it: the same mail sent twice has the same Message-ID.
 * @returns the file in the outbox; `undefined` where a server took it
 * @throws MailNotTaken where the server did not take it
 */
export type SendMail = (id: string, mail: Mail, at: Date) => Promise<string | undefined>;

/**
 * Makes the sender. Its library is loaded at the first mail.
 * @throws Error, from the sender, for a value with a line break: it would become a header of its own.
 */
export function createMailSender(settings: MailSettings): SendMail {
  const { url, from, outbox, baseUrl } = settings;
  const host = new URL(baseUrl).hostname;
  return async (id, mail, at) => {
    const { subject, text } = mailText(mail, baseUrl);
    const message = {
      from,
      to: { name: "", address: oneLine(mail.to) },
      subject: oneLine(subject),
      text,
      date: at,
      messageId: `<${oneLine(id)}@${host}>`,
      headers: {
        "Auto-Submitted": "auto-generated",
        "Content-Language": mail.locale,
        // RFC 8058: programs that show mails end it with one click.
        ...(mail.kind === "digest" && mail.stopLink !== undefined
          ? {
              "List-Unsubscribe": `<${oneLine(mail.stopLink)}>`,
              "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }
          : {}),
      },
      textEncoding: "quoted-printable" as const,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    if (url === undefined) {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await transport.sendMail(message);
      const name = `${at.toISOString().replace(/[:.]/g, "-")}-${id}.eml`;
      await keep(outbox, name, bytes);
      return join(outbox, name);
    }
    const transport = await connectTo(url, TIMEOUT_MS);
    try {
      await transport.sendMail(message);
    } catch (cause) {
      throw new MailNotTaken({ ...(cause as object) });
    } finally {
      transport.close();
    }
    return undefined;
  };
}

/** A way to the server of a `MAIL_URL`. */
async function connectTo(url: string, timeoutMs: number) {
  const { createTransport } = await import("nodemailer");
  const { hostname, port, protocol, username, password } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const isSecure = protocol === "smtps:";
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    // A password never goes over an open line, but to this very machine.
    requireTLS: !isSecure && !isLoopback,
    auth: username === "" ? undefined : auth,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

/** Signs in at the server of a `MAIL_URL` and sends nothing. @throws what it says */
export async function askMailServer(url: string): Promise<void> {
  const transport = await connectTo(url, ASK_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

function oneLine(value: string): string {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) throw new Error("a value of a mail header holds a control character");
  return value;
}

/** Writes a mail that only its owner may read, whole or not at all. */
async function keep(dir: string, name: string, bytes: Buffer | NodeJS.ReadableStream): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await chmod(dir, 0o700);
  const draft = join(dir, `.${name}.part`);
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, join(dir, name));
  const kept = (await readdir(dir)).filter((file) => file.endsWith(".eml")).sort();
  for (const file of kept.slice(0, Math.max(0, kept.length - MOST_KEPT))) await rm(join(dir, file), { force: true });
}
