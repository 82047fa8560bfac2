import { expect, test } from "vitest";
import { type AccountService, describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { challenged, withSecondFactor } from "./second-factor.fixture.ts";
import { type VisitorOfTest, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";

/** A browser elsewhere, with the cookie of a known one. */
function elsewhere({ dosah }: AccountService, { others }: VisitorOfTest): VisitorOfTest {
  const browser = visit(dosah, { from: newAddress() });
  for (const [name, value] of others) browser.others.set(name, value);
  return browser;
}

describeOnBoth("a browser that its person signed in from before", { limits: [] }, (at) => {
  const signIn = (browser: VisitorOfTest, email: string, password = PASSWORD) =>
    browser.submit("/en/sign-in", { email, password });
  const stranger = () => visit(at.dosah, { from: newAddress() });
  /** Wrong passwords of strangers, until no more are judged. */
  const lockOut = async (email: string) => {
    for (let count = 0; count < 11; count++) await signIn(stranger(), email, OTHER);
    expect((await signIn(stranger(), email)).status).toBe(429);
  };

  test("a completed sign-in makes the browser known, for 180 days, on private pages and for no script", async () => {
    const jana = await newPerson(at.dosah);
    const browser = stranger();
    const { headers } = await signIn(browser, jana.email);
    const [cookie] = headers.getSetCookie().filter((line) => line.startsWith("dosah_known="));
    expect(cookie).toMatch(/^dosah_known=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(jana.email);
    // A wrong password makes nothing known, and neither does a sign-in whose second factor is missing.
    const wrong = stranger();
    await signIn(wrong, jana.email, OTHER);
    expect([...wrong.others.keys()]).toEqual([]);
    const { person } = await withSecondFactor(at);
    expect([...(await challenged(at, person.email)).others.keys()]).toEqual([]);
  });

  test("guesses of strangers keep nobody out of a known browser, and its own guesses count by themselves", async () => {
    const jana = await newPerson(at.dosah);
    await lockOut(jana.email);
    const browser = elsewhere(at, jana);
    expect((await signIn(browser, jana.email)).status).toBe(303);
    // What somebody guesses in it is counted too, and locks out this browser alone.
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await signIn(elsewhere(at, jana), jana.email, OTHER)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await signIn(elsewhere(at, jana), jana.email)).status).toBe(429);
  });

  test("a browser that another account knows is a stranger's", async () => {
    const jana = await newPerson(at.dosah);
    const eva = await newPerson(at.dosah);
    await lockOut(jana.email);
    expect((await signIn(elsewhere(at, eva), jana.email)).status).toBe(429);
    const forged = stranger();
    forged.others.set("dosah_known", `${eva.others.get("dosah_known")}x`);
    expect((await signIn(forged, jana.email)).status).toBe(429);
    forged.others.set("dosah_known", "{}");
    expect((await signIn(forged, jana.email)).status).toBe(429);
  });

  test("a browser keeps the five accounts that signed in last", async () => {
    const people = [];
    const browser = stranger();
    for (let count = 0; count < 6; count++) {
      const person = await newPerson(at.dosah);
      people.push(person);
      await signIn(browser, person.email);
      browser.cookie = undefined;
    }
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error("nobody signed in");
    await lockOut(first.email);
    await lockOut(second.email);
    expect((await signIn(elsewhere(at, browser), first.email)).status).toBe(429);
    expect((await signIn(elsewhere(at, browser), second.email)).status).toBe(303);
  });

  test("it ends with another password, and where a person has it forgotten", async () => {
    const jana = await newPerson(at.dosah);
    const other = elsewhere(at, jana);
    at.pass(1);
    const changed = await jana.submit("/en/account", { current: PASSWORD, password: OTHER }, "/en/account/password");
    expect(changed.status).toBe(303);
    at.pass(61);
    for (let count = 0; count < 11; count++) await signIn(stranger(), jana.email, "a guess of twelve");
    expect((await signIn(other, jana.email, OTHER)).status).toBe(429);
    at.pass(61);
    await signIn(other, jana.email, OTHER);
    expect(other.others.has("dosah_known")).toBe(true);
    const { csrf = "" } =
      /name="csrf" value="(?<csrf>[^"]+)"/.exec((await other.get("/en/account")).html)?.groups ?? {};
    expect((await other.post("/en/sign-out", { csrf, forget: "1" })).status).toBe(303);
    expect([other.cookie, other.others.has("dosah_known")]).toEqual([undefined, false]);
  });

  test("signing out by itself leaves the browser known", async () => {
    const jana = await newPerson(at.dosah);
    await jana.submit("/en/account", {}, "/en/sign-out");
    await lockOut(jana.email);
    expect((await signIn(jana, jana.email)).status).toBe(303);
  });

  test("it ends by itself 180 days after the last sign-in", async () => {
    const jana = await newPerson(at.dosah);
    at.pass(182 * 86_400);
    await lockOut(jana.email);
    expect((await signIn(elsewhere(at, jana), jana.email)).status).toBe(429);
  });
});
