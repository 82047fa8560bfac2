import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { SMTPServer } from "smtp-server";
import { makeCertificate } from "../lab/certificates.ts";

/** A mail as the server took it. */
export interface TakenMail {
  readonly to: readonly string[];
  readonly from: string;
  /** Head and body, as they came over the line. */
  readonly text: string;
  /** The line was encrypted. */
  readonly isSecure: boolean;
  /** Who sent it; `undefined` without AUTH. */
  readonly user: string | undefined;
}

interface MailServerOptions {
  /** `none`: it does not offer STARTTLS; `smtps`: encrypted from the first byte. */
  readonly tls?: "starttls" | "smtps" | "none";
  /** Its certificate is of an authority that nobody here knows. */
  readonly isUntrusted?: boolean;
  /** Only this user may send. */
  readonly auth?: { readonly user: string; readonly password: string };
  /** What it answers to a recipient: `undefined` takes it. */
  readonly answer?: (recipient: string) => { readonly code: number; readonly text: string } | undefined;
}

const authority = makeCertificate({ name: "Authority of the mail tests", authority: true });
const stranger = makeCertificate({ name: "Somebody", authority: true });

/** A real SMTP server on this machine. Its name `LOCALHOST` is no loopback address to who only reads it. */
export async function startMailServer({ tls = "starttls", isUntrusted, auth, answer }: MailServerOptions = {}) {
  const taken: TakenMail[] = [];
  const recipients: string[] = [];
  const identity = makeCertificate({
    name: "localhost",
    names: ["localhost"],
    issuer: isUntrusted === true ? stranger : authority,
  });
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, authority.pem]);
  const server = new SMTPServer({
    secure: tls === "smtps",
    disabledCommands: tls === "none" ? ["STARTTLS"] : [],
    key: identity.key.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: identity.pem,
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === auth?.user && password === auth?.password) done(null, { user: username });
      else done(Object.assign(new Error("no such user or password"), { responseCode: 535 }));
    },
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address);
      const refused = answer?.(address);
      done(refused === undefined ? null : Object.assign(new Error(refused.text), { responseCode: refused.code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { rcptTo, mailFrom } = session.envelope;
        taken.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? "" : mailFrom.address,
          text: Buffer.concat(chunks).toString("utf8"),
          isSecure: session.secure,
          user: session.user,
        });
        done();
      });
    },
  });
  // What a client breaks off is the client's affair.
  server.on("error", () => undefined);
  const listening = await new Promise<AddressInfo>((resolve) => {
    const net = server.listen(0, "127.0.0.1", () => resolve(net.address() as AddressInfo));
  });
  return {
    port: listening.port,
    taken: taken as readonly TakenMail[],
    /** Every recipient that was named, taken or not. */
    recipients: recipients as readonly string[],
    stop: async () => {
      setDefaultCACertificates(trusted);
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
