import { expect, test } from "vitest";
import { describeOnBoth, newAddress, newPerson, PASSWORD } from "./account-service.fixture.ts";
import { mailsTo, visit } from "./visitor.fixture.ts";

const OTHER = "nine blue chairs in the cellar";

describeOnBoth("links in mails", {}, (at) => {
  const linkOf = async (email: string, part: string, count: number) =>
    (await mailsTo(at.dosah, email, count)).findLast(({ link }) => link?.includes(part) === true)?.link ?? "";

  test("6.4: confirm an address for 24 hours and not a second longer", async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    for (const [email, wait, expected] of [
      ["in-time@firma.sk", 24 * 3600 - 1, 303],
      ["late@firma.sk", 24 * 3600 + 1, 400],
    ] as const) {
      await stranger.submit("/en/sign-up", { name: "Jana", email, password: PASSWORD });
      const link = await linkOf(email, "/verify", 1);
      at.pass(wait);
      const answer = await stranger.submit(link, {});
      expect([email, answer.status]).toEqual([email, expected]);
      if (expected === 400) expect(answer.errors).toEqual(["token_invalid"]);
    }
    // The right password of somebody who was late brings a new link.
    const refused = await stranger.submit("/en/sign-in", { email: "late@firma.sk", password: PASSWORD });
    expect(refused.errors).toEqual(["email_unverified"]);
    expect((await stranger.submit(await linkOf("late@firma.sk", "/verify", 2), {})).status).toBe(303);
  });

  test.each([
    [3599, 303],
    [3601, 400],
  ])("6.4: set a new password after %i seconds: %i", async (wait, expected) => {
    const jana = await newPerson(at.dosah);
    const stranger = visit(at.dosah, { from: newAddress() });
    await stranger.submit("/en/forgot", { email: jana.email });
    const link = await linkOf(jana.email, "/reset", 2);
    at.pass(wait);
    const answer = await stranger.submit(link, { password: OTHER });
    expect([answer.status, answer.errors]).toEqual([expected, expected === 400 ? ["token_invalid"] : []]);
    // A late link has ended nobody's session.
    expect((await jana.get("/en/account")).status).toBe(expected === 400 ? 200 : 303);
  });

  test.each([
    [3599, 303],
    [3601, 400],
  ])("6.4: change the address after %i seconds: %i", async (wait, expected) => {
    const jana = await newPerson(at.dosah);
    const email = `new-${jana.email}`;
    await jana.submit("/en/account", { email, current: PASSWORD }, "/en/account/email");
    const link = await linkOf(email, "/verify", 1);
    at.pass(wait);
    const answer = await visit(at.dosah, { from: newAddress() }).submit(link, {});
    expect(answer.status).toBe(expected);
    const shown = (await jana.get("/en/account")).html;
    expect(shown.includes(email)).toBe(expected === 303);
  });

  test("14.2.1: the page that a link opens tells no other site of it, is kept by nobody and uses nothing up", async () => {
    const email = "referrer@firma.sk";
    const stranger = visit(at.dosah, { from: newAddress() });
    await stranger.submit("/en/sign-up", { name: "Jana", email, password: PASSWORD });
    const link = await linkOf(email, "/verify", 1);
    for (let count = 0; count < 3; count++) {
      const { headers, status, html } = await stranger.get(link);
      expect([status, headers.get("referrer-policy"), headers.get("cache-control")]).toEqual([
        200,
        "same-origin",
        "no-store",
      ]);
      // Nothing of another site is on the page, so nobody else sees its address.
      expect(html).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost)/);
    }
    expect((await stranger.submit(link, {})).status).toBe(303);
  });

  test("6.4: no link outlives a change of the password or of the address", {
    timeout: 60_000,
  }, async () => {
    const stranger = visit(at.dosah, { from: newAddress() });
    const askReset = async (email: string, count: number) => {
      await stranger.submit("/en/forgot", { email });
      return linkOf(email, "/reset", count);
    };
    const askChange = async (person: Awaited<ReturnType<typeof newPerson>>, email: string) => {
      await person.submit("/en/account", { email, current: PASSWORD }, "/en/account/email");
      return linkOf(email, "/verify", 1);
    };
    const refused = async (link: string, fields: Record<string, string>) => {
      const { status, errors } = await stranger.submit(link, fields);
      expect([link, status, errors]).toEqual([link, 400, ["token_invalid"]]);
    };

    // Somebody with the old password asked for another address; the owner gets a mail, and sets a new password.
    const robbed = await newPerson(at.dosah);
    const takeover = await askChange(robbed, `thief-${robbed.email}`);
    const reset = await askReset(robbed.email, 3);
    expect((await stranger.submit(reset, { password: OTHER })).status).toBe(303);
    await refused(takeover, {});

    const changed = await newPerson(at.dosah);
    const [older, address] = [await askReset(changed.email, 2), await askChange(changed, `new-${changed.email}`)];
    await changed.submit("/en/account", { current: PASSWORD, password: OTHER }, "/en/account/password");
    await refused(older, { password: PASSWORD });
    await refused(address, {});

    // What went to the old address is worth nothing once the account has another one.
    const moved = await newPerson(at.dosah);
    const toOld = await askReset(moved.email, 2);
    expect((await stranger.submit(await askChange(moved, `new-${moved.email}`), {})).status).toBe(303);
    await refused(toOld, { password: OTHER });
  });
});
