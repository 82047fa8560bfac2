import { expect, test } from "vitest";
import { digestFor, peopleToDigest } from "../../src/capabilities/digest/send-digest.ts";
import { newEvent } from "../../src/capabilities/watch/new-event.ts";
import { createSealing } from "../../src/identity/sealing.ts";
import { nextDigest } from "../../src/jobs/digest-job.ts";
import { type Mail, mail } from "../../src/mail/mail.ts";
import { mailText } from "../../src/mail/texts.ts";
import { composedSql } from "../../src/state/sql.ts";
import { addEvents } from "../../src/state/watch.ts";
import { describeOnBoth } from "../promises/installation.fixture.ts";
import { GENEROUS, NOW } from "../promises/service.fixture.ts";
import { organization, person } from "./organization.fixture.ts";

/** The day of the tests is a Saturday. */
const TODAY = "2026-11-21";

describeOnBoth("the digest by mail", (install) => {
  const opened = async () => {
    const here = await install({ limits: GENEROUS, env: { TRUST_PROXY: "loopback" } });
    const [owner, member] = [await person(here, { name: "Jana" }), await person(here, { name: "Peter" })];
    const orgs = [
      await organization(here, owner, { member }, "www.zla-firma.sk <b>"),
      await organization(here, owner, { member }, "Beta"),
    ];
    const { state, services } = here.operator.opened;
    const sealing = createSealing(Buffer.alloc(32, 3));
    const options = { state, services, sealing, at: "06:30" };
    for (const org of orgs) {
      const typed = { status: "met", lastReviewedAt: "2025-01-01", nextReviewAt: TODAY };
      await owner.browser.submit(`/sk/organizations/${org}/obligations/NIS2-20-1`, typed);
      const act = { key: "review:NIS2-20-1", act: "assign", assignee: member.id, version: "0" };
      expect((await owner.browser.submit(`/sk/organizations/${org}/todo`, act)).status).toBe(303);
    }
    const send = async (accountId: string, day = TODAY) => {
      const made = await digestFor(options, accountId, day, NOW.getTime());
      if (made !== null) await state.transaction(made);
      return made !== null;
    };
    const mails = async () => {
      const rows = await state.all<{ sealed: string }>(composedSql("SELECT sealed FROM mail ORDER BY created_at, id"));
      return rows.flatMap(({ sealed }): Mail[] => {
        const text = sealing.open(sealed, "mail");
        return text === undefined ? [] : [mail.parse(JSON.parse(text))];
      });
    };
    return { here, owner, member, orgs, options, send, mails, state };
  };

  test("is one mail over all organizations, in counts and titles, and never twice for a day", async () => {
    const { member, options, send, mails } = await opened();
    // Weekly by default: not on a Saturday.
    expect(await peopleToDigest(options)).toEqual([]);
    const saved = await member.browser.submit("/sk/account/mail", { frequency: "daily" });
    expect([saved.location, saved.done]).toEqual(["/sk/account/mail", "saved"]);
    expect(await peopleToDigest(options)).toEqual([member.id]);
    expect(await send(member.id)).toBe(true);
    expect(await send(member.id)).toBe(false);
    const [sent, ...others] = (await mails()).filter(({ kind }) => kind === "digest");
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: member.email, counts: { late: 0, due: 2 } });
    if (sent === undefined) throw new Error("no digest");
    const { subject, text } = mailText(sent, "http://localhost:3000");
    expect(subject).toBe("Dosah: po termíne 0, do 14 dní 2");
    expect(text).toContain("Beta");
    expect(text).toContain("/unsubscribe/");
    expect(text).not.toContain("{");
    // The name of an organization becomes no link.
    expect(text).not.toMatch(/zla-firma\.sk|<b>/);
  });

  test("tells what changed since the last one: profiles of suppliers, worse scans, lost domains", async () => {
    const { member, orgs, send, mails, state } = await opened();
    const [first = ""] = orgs;
    const at = (day: string) => Date.parse(`${day}T02:00:00Z`);
    const told = [
      { type: "profile.revised", severity: "info", at: at(TODAY), subject: { country: "SK", ico: "36631124" } },
      { type: "scan.worsened", severity: "warning", at: at(TODAY), subject: { domain: "firma.sk", scan: "scn_1" } },
      { type: "domain.lost", severity: "warning", at: at("2026-11-22"), subject: { domain: "firma.sk" } },
    ] as const;
    await state.transaction((tx) =>
      addEvents(
        tx,
        told.map((each) => newEvent({ ...each, orgId: first, once: "1" })),
      ),
    );
    await member.browser.submit("/sk/account/mail", { frequency: "daily", organizations: orgs.slice(1) });
    const seen = new Set<string | undefined>();
    const sent: boolean[] = [];
    for (const day of [TODAY, "2026-11-22", "2026-11-24"]) {
      sent.push(await send(member.id, day));
      for (const { facts } of await mails()) seen.add(facts?.lines?.split("\nZmeny:\n")[1]);
    }
    expect(sent).toEqual([true, true, false]);
    expect([...seen]).toEqual(["- Skeny a domény: 1\n- SK 36631124: zmenený profil", "- Skeny a domény: 1"]);
    // Whoever left these mails of one organization finds the choice for all.
    const old = await member.browser.get(`/sk/organizations/${first}/reminders`);
    expect([old.status, old.location]).toEqual([303, "/sk/account/mail"]);
  });

  test("is turned off by one click without a sign-in, and leaves out what the person says", async () => {
    const { here, member, orgs, options, send, mails, state } = await opened();
    const [first = "", second = ""] = orgs;
    await member.browser.submit("/sk/account/mail", { frequency: "daily", organizations: [first] });
    expect((await member.browser.submit("/sk/account/mail", { frequency: "off", version: "0" })).status).toBe(409);
    expect(await send(member.id)).toBe(true);
    const [sent] = (await mails()).filter(({ kind }) => kind === "digest");
    expect(sent?.counts).toMatchObject({ due: 1 });
    expect(sent?.facts?.lines).toContain("Beta");
    await state.run(composedSql("DELETE FROM membership WHERE account_id = ? AND org_id = ?"), member.id, second);
    expect(await send(member.id, "2026-11-22")).toBe(false);
    // The service of the tests seals with a key of its own.
    for (const body of [new FormData(), new URLSearchParams()]) {
      body.append("List-Unsubscribe", "One-Click");
      const refused = await here.service.fetch("/sk/unsubscribe/wrong", { method: "POST", body });
      expect(refused.status).toBe(400);
    }
    const off = await here.service.fetch(`/sk/unsubscribe/wrong`, {});
    expect(off.status).toBe(200);
    await member.browser.submit("/sk/account/mail", { frequency: "off" });
    expect(await peopleToDigest(options)).toEqual([]);
    expect(await send(member.id, "2026-11-23")).toBe(false);
  });

  test("comes once a day, also where the clocks change", () => {
    const at = (instant: string) => new Date(nextDigest(Date.parse(instant), "06:30")).toISOString();
    expect(at("2026-10-24T12:00:00Z")).toBe("2026-10-25T05:30:00.000Z");
    expect(at("2026-10-25T05:30:00Z")).toBe("2026-10-26T05:30:00.000Z");
    expect(at("2027-03-27T12:00:00Z")).toBe("2027-03-28T04:30:00.000Z");
    expect(at("2027-03-28T04:29:00Z")).toBe("2027-03-28T04:30:00.000Z");
  });
});
