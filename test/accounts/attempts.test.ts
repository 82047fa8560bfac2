import { expect, test } from "vitest";
import { newApiKey } from "../../src/identity/api-key.ts";
import { describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { wrongCodeAt } from "./authenticator-app.fixture.ts";
import { challenged, withSecondFactor } from "./second-factor.fixture.ts";
import { type Got, hiddenOf, mailsTo, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";

describeOnBoth("2.4.1: guesses are slowed, and the wait is the true one:", { limits: [] }, (at) => {
  const minutesIn = (html: string) => Number(/Try again in (\d+) min/.exec(html)?.[1]);

  test("ten wrong passwords a minute for an account, known or not; a right one is no attempt", async () => {
    const jana = await newPerson(at.dosah);
    for (const email of [jana.email, "nobody@nowhere.sk"]) {
      const answers = [];
      for (let count = 0; count < 11; count++) {
        const browser = visit(at.dosah, { from: newAddress() });
        answers.push(await browser.submit("/en/sign-in", { email, password: OTHER }));
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429]);
      const last = answers.at(-1);
      expect(last?.errors).toEqual(["too_many_attempts"]);
      const wait = Number(last?.headers.get("retry-after"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(minutesIn(last?.html ?? "")).toBe(1);
    }
    // Whoever is signed in stays so: there is no lock that a stranger could put on an account.
    expect((await jana.get("/en/account")).status).toBe(200);
    at.pass(61);
    for (let count = 0; count < 12; count++) expect((await jana.again()).cookie).toBeDefined();
  });

  test("6.3.1: a stranger's wrong passwords lock nobody out who is signed in, and a passkey's owner not beyond the window", async () => {
    const jana = await newPerson(at.dosah);
    const guess = () =>
      visit(at.dosah, { from: newAddress() }).submit("/en/sign-in", { email: jana.email, password: OTHER });
    for (let count = 0; count < 11; count++) await guess();
    const signIn = { email: jana.email, password: PASSWORD };
    expect((await visit(at.dosah, { from: newAddress() }).submit("/en/sign-in", signIn)).status).toBe(429);
    expect((await jana.get("/en/account")).status).toBe(200);
    at.pass(61);
    expect((await visit(at.dosah, { from: newAddress() }).submit("/en/sign-in", signIn)).status).toBe(303);
  });

  test("a sign-in after ten failures causes a mail, whatever the person did meanwhile; one after nine is not", {
    timeout: 60_000,
  }, async () => {
    const mailsAfter = async (failures: number) => {
      const jana = await newPerson(at.dosah);
      at.pass(61);
      for (let count = 0; count < failures; count++) {
        const guess = visit(at.dosah, { from: newAddress() });
        expect((await guess.submit("/en/sign-in", { email: jana.email, password: OTHER })).status).toBe(400);
        // The person is at work all the time, in a browser that was signed in before.
        if (count % 3 === 0) {
          await jana.submit("/en/account", { name: `Jana ${count}`, locale: "en" }, "/en/account/profile");
        }
      }
      at.pass(61);
      await jana.again();
      await visit(at.dosah, { from: newAddress() }).submit("/en/forgot", { email: jana.email });
      const subjects = (await mailsTo(at.dosah, jana.email, failures < 10 ? 2 : 3)).map(({ subject }) => subject);
      return subjects.filter((subject) => subject === "Sign-in after failed attempts").length;
    };
    expect([await mailsAfter(9), await mailsAfter(10)]).toEqual([0, 1]);
  });

  test("what the queue of passwords has no place for is no attempt: it answers 503, and nothing is counted", async () => {
    const from = newAddress();
    let accounts = 0;
    const guess = () =>
      visit(at.dosah, { from }).post("/en/sign-in", { email: `unknown${++accounts}@firma.sk`, password: OTHER });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    const busy = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status !== 400 && status !== 503)).toEqual([]);
    expect(busy.length).toBeGreaterThan(0);
    for (const { headers } of busy) expect(headers.get("Retry-After")).toBe("5");
    // Thirty a minute may be judged: those that were not are still to come.
    for (let left = busy.length; left > 0; left--) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  test("right sign-ins are no attempts of their address: an office signs in at nine", async () => {
    const jana = await newPerson(at.dosah);
    const from = newAddress();
    for (let count = 0; count < 31; count++) {
      const browser = visit(at.dosah, { from });
      expect((await browser.submit("/en/sign-in", { email: jana.email, password: PASSWORD })).status).toBe(303);
    }
  });

  test("guesses of a whole network are counted together, and a neighbouring network goes on", async () => {
    const ask = async (from: string) =>
      (await at.dosah.fetch("/api/v1/audit-log", { headers: { Authorization: "Bearer dosah_x" } }, from)).status;
    for (let host = 1; host <= 8; host++) {
      for (let count = 0; count < 100; count++) expect(await ask(`203.0.113.${host}`)).toBe(401);
    }
    expect([await ask("203.0.113.200"), await ask("203.0.112.200")]).toEqual([429, 401]);
  });

  test("attempts side by side do not slip through", async () => {
    const jana = await newPerson(at.dosah);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        visit(at.dosah, { from: newAddress() }).post("/en/sign-in", { email: jana.email, password: OTHER }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
  });

  test("five wrong codes of a sign-in, then one starts again", async () => {
    const { person, secret } = await withSecondFactor(at);
    const browser = await challenged(at, person.email);
    const code = wrongCodeAt(secret, at.now());
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await browser.submit("/en/sign-in/code", { code })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test("twenty mails a day to one address; the answer does not tell", async () => {
    const to = "flooded@firma.sk";
    for (let count = 0; count < 22; count++) {
      const answer = await visit(at.dosah, { from: newAddress() }).post("/en/sign-up", {
        name: "Jana",
        email: to,
        password: PASSWORD,
        next: "",
      });
      expect(answer.status).toBe(303);
    }
    expect(await mailsTo(at.dosah, to, 20)).toHaveLength(20);
  });

  test("twenty mails of strangers a day to one address, and one with a new password an hour besides", async () => {
    const jana = await newPerson(at.dosah);
    const forgot = () => visit(at.dosah, { from: newAddress() }).submit("/en/forgot", { email: jana.email });
    for (let count = 0; count < 24; count++) {
      const answer = await forgot();
      expect([answer.status, answer.location]).toEqual([303, "/en/forgot/sent"]);
    }
    // The mail that confirmed the address is one of the twenty.
    expect(await mailsTo(at.dosah, jana.email, 21)).toHaveLength(21);
    // Without a mail server the page does not say that a mail left.
    const sent = await visit(at.dosah).get("/en/forgot/sent");
    expect(sent.html).not.toContain("we sent a link there");
    at.pass(3_600);
    for (let count = 0; count < 3; count++) await forgot();
    expect(await mailsTo(at.dosah, jana.email, 22)).toHaveLength(22);
    const wrong = await jana.submit("/en/account", { email: "x", current: PASSWORD }, "/en/account/email");
    expect(wrong.errors).toEqual(["email_invalid"]);
  });

  test("a hundred invitations a day of one organization, whoever sends them", async () => {
    const jana = await newPerson(at.dosah);
    const { location } = await jana.submit("/en/organizations", { name: "Alfa", country: "", ico: "" });
    const members = `${location}/members`;
    const { csrf = "" } = hiddenOf((await jana.get(members)).html, `${location}/invitations`);
    const statuses: number[] = [];
    let last: Got | undefined;
    for (let count = 0; count < 101; count++) {
      last = await jana.post(`${location}/invitations`, { csrf, email: `guest${count}@firma.sk`, role: "viewer" });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(100).fill(200), 429]);
    const wait = Number(last?.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect(last?.errors).toEqual(["too_many_attempts"]);
  });

  test("a hundred wrong keys a minute from an address; public tools and right keys of others go on", async () => {
    const from = newAddress();
    const ask = (key: string, address = from) =>
      at.dosah.fetch("/api/v1/audit-log", { headers: { Authorization: `Bearer ${key}` } }, address);
    const statuses: number[] = [];
    for (let count = 0; count < 101; count++) statuses.push((await ask(newApiKey())).status);
    expect(statuses).toEqual([...Array(100).fill(401), 429]);
    const refused = await ask("dosah_wrong");
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await ask("dosah_wrong", newAddress())).status).toBe(401);
    expect((await at.dosah.fetch("/sk/obligations", {}, from)).status).toBe(200);
    expect((await at.dosah.tool("nis2_obligations", { locale: "en" }, from)).isError).not.toBe(true);
  });

  test("ten sign-ups a minute from an address", async () => {
    const browser = visit(at.dosah, { from: newAddress() });
    const statuses = [];
    for (let count = 0; count < 11; count++) {
      const form = { name: "Jana", email: `many${count}@firma.sk`, password: PASSWORD };
      statuses.push((await browser.post("/en/sign-up", form)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(303), 429]);
  });
});
