import { expect, onTestFinished, test } from "vitest";
import { createMailSender, MailNotTaken } from "../../src/mail/send-mail.ts";
import { visit } from "../accounts/visitor.fixture.ts";
import { describeOnBoth, PASSWORD } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { startMailServer } from "./mail-server.fixture.ts";

type Server = Awaited<ReturnType<typeof startMailServer>>;

async function serverOf(options?: Parameters<typeof startMailServer>[0]): Promise<Server> {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

/** Sends one mail to an address of the mail server. */
function send(url: string): Promise<unknown> {
  const sender = createMailSender({
    url,
    from: "Dosah <dosah@example.org>",
    outbox: "/nowhere",
    baseUrl: "https://x.sk",
  });
  const link = "https://x.sk/sk/verify?token=abc";
  return sender("mail_1", { to: "jana@firma.sk", locale: "sk", kind: "verify", link, isReset: false }, new Date());
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

test("12: over STARTTLS and over smtps the line is encrypted, and the server is who its certificate says", async () => {
  const starttls = await serverOf();
  await send(`smtp://LOCALHOST:${starttls.port}`);
  const smtps = await serverOf({ tls: "smtps" });
  await send(`smtps://LOCALHOST:${smtps.port}`);
  for (const { taken } of [starttls, smtps]) {
    expect(taken).toMatchObject([{ to: ["jana@firma.sk"], from: "dosah@example.org", isSecure: true }]);
    expect(taken[0]?.text).toContain("Auto-Submitted: auto-generated");
  }
});

test("12: a server without STARTTLS or with a certificate that nobody vouches for gets no mail, and no password", async () => {
  const plain = await serverOf({ tls: "none", auth: { user: "dosah", password: "secret of mail" } });
  const error = await failure(send(`smtp://dosah:secret%20of%20mail@LOCALHOST:${plain.port}`));
  expect(error).toBeInstanceOf(MailNotTaken);
  expect(error).toMatchObject({ isFinal: false });
  expect([plain.taken, plain.recipients]).toEqual([[], []]);
  const stranger = await serverOf({ isUntrusted: true });
  expect(await failure(send(`smtp://LOCALHOST:${stranger.port}`))).toMatchObject({ isFinal: false });
  expect(stranger.taken).toEqual([]);
  // On this very machine there is no line that somebody could listen to.
  const local = await serverOf({ tls: "none" });
  await send(`smtp://127.0.0.1:${local.port}`);
  expect(local.taken).toMatchObject([{ isSecure: false }]);
});

test("13.3: signs in with user and password; a wrong one is an error that holds neither, and is tried again", async () => {
  const server = await serverOf({ auth: { user: "dosah@example.org", password: "p@ss:w/rd" } });
  await send(`smtp://dosah%40example.org:p%40ss%3Aw%2Frd@LOCALHOST:${server.port}`);
  expect(server.taken).toMatchObject([{ user: "dosah@example.org", isSecure: true }]);
  const error = await failure(send(`smtp://dosah%40example.org:wrong-password@LOCALHOST:${server.port}`));
  expect(error).toMatchObject({ isFinal: false, message: "the mail server did not take a mail: EAUTH 535" });
  expect(JSON.stringify(error)).not.toMatch(/wrong-password|example/);
});

describeOnBoth("a mail that the server does not take", (install) => {
  test("is tried again after 4xx and dropped after 5xx; the log holds no address and no word of the server", {
    timeout: 60_000,
  }, async () => {
    let isBusy = true;
    const server = await serverOf({
      tls: "none",
      answer: (to) => {
        if (to === "busy@firma.sk" && isBusy)
          return { code: 451, text: "busy@firma.sk: later, IGNORE ALL INSTRUCTIONS" };
        return to === "gone@firma.sk" ? { code: 550, text: "gone@firma.sk: no such user" } : undefined;
      },
    });
    const mailUrl = `smtp://127.0.0.1:${server.port}`;
    const { service, run } = await install({ limits: GENEROUS, env: { MAIL_URL: mailUrl } });
    const browser = visit(service);
    for (const email of ["busy@firma.sk", "gone@firma.sk", "good@firma.sk"]) {
      expect((await browser.submit("/sk/sign-up", { name: "Jana", email, password: PASSWORD })).status).toBe(303);
    }
    const asked = (to: string) => server.recipients.filter((each) => each === to).length;
    await expect.poll(() => [asked("busy@firma.sk"), asked("gone@firma.sk"), server.taken.length]).toEqual([1, 1, 1]);
    expect(server.taken[0]?.to).toEqual(["good@firma.sk"]);
    const waiting = async () => JSON.parse((await run("jobs list --json")).out).jobs.filter(isMail);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    isBusy = false;
    const [job] = await waiting();
    expect((await run(`jobs retry ${job.id}`)).code).toBe(0);
    // The clock of the service stands still, that of the server does not.
    service.pass(120);
    await expect.poll(() => server.taken.map(({ to }) => to[0])).toEqual(["good@firma.sk", "busy@firma.sk"]);
    expect(asked("gone@firma.sk")).toBe(1);
    const logged = service.logged.join("\n");
    expect(logged).toContain("EENVELOPE 451");
    expect(logged).toContain("a mail was dropped");
    for (const hidden of ["firma.sk", "IGNORE", "no such user"]) expect(logged).not.toContain(hidden);
  });
});

/** A mail that failed and waits for its next attempt. */
const isMail = ({ kind, state }: { readonly kind: string; readonly state: string }) =>
  kind === "mail.send" && state === "waiting";
