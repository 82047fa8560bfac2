import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { BACKUP_TABLES } from "../../src/state/backup/tables.ts";
import { setSchedule } from "../../src/state/scan-schedules.ts";
import { composedSql } from "../../src/state/sql.ts";
import { describeOnBoth, type Install, type Installation } from "../promises/installation.fixture.ts";
import { NOW } from "../promises/service.fixture.ts";
import { organization, type PersonOfTest, person } from "./organization.fixture.ts";
import { fillIn, OPTIONS, proveDomain, publish, sendTrust } from "./trust-profile.fixture.ts";
import { mailsTo, outboxOf } from "./visitor.fixture.ts";

/** Two of these stand beside each other in one installation; a form changes one, a command the other. */
interface World {
  readonly owner: PersonOfTest;
  readonly member: PersonOfTest;
  readonly stranger: PersonOfTest;
  readonly org: string;
}

interface Twin {
  readonly name: string;
  /** What is there before; its changes are not compared. */
  readonly before?: (here: Installation, world: World) => Promise<unknown>;
  readonly form: (world: World) => Promise<{ readonly status: number }>;
  readonly command: (world: World, here: Installation) => string;
  /** Addressees of the mails that the change sends. */
  readonly mails?: (world: World) => readonly string[];
}

const AT = NOW.getTime();
const DOMAIN = "slovnaft.sk";

const ANSWERS = JSON.stringify({
  schema: "nis2-supply-chain-questionnaire",
  version: "4.0.0",
  answers: { legalName: "Alfa s.r.o.", encryptionInTransit: true },
});

const path = ({ org }: Pick<World, "org">, part: string) => `/en/organizations/${org}${part}`;

const addDomain = (world: World) => world.owner.browser.submit(path(world, "/domains"), { domain: DOMAIN });

const issueKey = ({ owner }: World) =>
  owner.browser.submit("/en/account/keys", { name: "laptop", scopes: "scan:write" });

const twins: readonly Twin[] = [
  {
    name: "a domain is added",
    form: addDomain,
    command: ({ org }) => `domain add ${DOMAIN} --organization ${org}`,
  },
  {
    name: "a domain with a schedule is removed",
    before: async ({ operator }, world) => {
      await addDomain(world);
      const rest = { every: "week", profile: "public", next_at: AT + 3_650 * 86_400_000 } as const;
      const scope = { db: operator.opened.state, orgId: world.org };
      await setSchedule(scope, { domain: DOMAIN, created_by: world.owner.id, ...rest });
    },
    form: (world) => world.owner.browser.submit(path(world, `/domains/${DOMAIN}/remove`), {}),
    command: ({ org }) => `domain remove ${DOMAIN} --organization ${org}`,
  },
  {
    name: "a key is issued",
    form: issueKey,
    command: ({ owner }) => `key issue --email ${owner.email} --name laptop --scope scan:write`,
    mails: ({ owner }) => [owner.email],
  },
  {
    name: "a key is revoked",
    before: async ({ service }, world) => {
      await issueKey(world);
      await mailsTo(service, world.owner.email);
    },
    form: async ({ owner: { browser } }) => {
      const [, id] = /keys\/(key_\w+)\/revoke/.exec((await browser.get("/en/account/keys")).html) ?? [];
      return browser.submit(`/en/account/keys/${id}/revoke`, {});
    },
    command: ({ owner }) => `key revoke --email ${owner.email} --name laptop`,
  },
  {
    name: "a member gets another role",
    form: (world) =>
      world.owner.browser.submit(
        path(world, "/members"),
        { role: "admin" },
        path(world, `/members/${world.member.id}/role`),
      ),
    command: ({ org, member }) => `member add --organization ${org} --email ${member.email} --role admin`,
  },
  {
    name: "a member is removed",
    form: (world) => world.owner.browser.submit(path(world, `/members/${world.member.id}/remove`), {}),
    command: ({ org, member }) => `member remove --organization ${org} --email ${member.email}`,
  },
  {
    name: "an organization is deleted",
    form: (world) =>
      world.owner.browser.submit(path(world, "/settings"), { confirm: "Alfa s.r.o." }, path(world, "/delete")),
    command: ({ org }) => `org delete --id ${org} --yes`,
    mails: ({ owner, member }) => [owner.email, member.email],
  },
  {
    name: "an obligation is met",
    form: (world) =>
      world.owner.browser.submit(path(world, "/obligations/NIS2-20-1"), {
        status: "met",
        evidenceNote: "Zápisnica",
        responsiblePerson: "",
        lastReviewedAt: "",
        nextReviewAt: "",
      }),
    command: ({ org, owner }) =>
      `register set --organization ${org} --email ${owner.email} --code NIS2-20-1 --status met --note Zápisnica`,
  },
  {
    name: "an audit log is exported",
    form: (world) => world.owner.browser.get(path(world, "/audit-log.csv")),
    command: ({ org }) => `audit export --organization ${org} --format csv`,
  },
  {
    name: "answers are imported into the draft of a profile",
    form: (world) => world.owner.browser.submit(path(world, "/trust-profile/import"), { content: ANSWERS, apply: "1" }),
    command: ({ org }, { operator }) => {
      const file = join(operator.dir, "answers.json");
      writeFileSync(file, ANSWERS);
      return `trust import --organization ${org} --file ${file}`;
    },
  },
  {
    name: "a profile is withdrawn",
    before: async (here, { owner, org }) => {
      await proveDomain(here, org);
      expect(await fillIn(owner, org)).toEqual([303, 303]);
      expect((await publish(owner, org)).status).toBe(303);
    },
    form: ({ owner, org }) => sendTrust(owner, org, "/withdraw", {}),
    command: ({ org }) => `trust withdraw --organization ${org} --reason "Not its own."`,
  },
];

describeOnBoth("the same change by form and by command", (install: Install) => {
  for (const twin of twins) {
    test(twin.name, async () => {
      const here = await install(OPTIONS);
      const byForm = await world(here);
      await twin.before?.(here, byForm);
      const form = await changeOf(here, byForm, twin, async () => {
        const { status } = await twin.form(byForm);
        expect(status).toBeLessThan(400);
      });
      const byCommand = await world(here);
      await twin.before?.(here, byCommand);
      const command = await changeOf(here, byCommand, twin, async () => {
        const ran = await here.run(twin.command(byCommand, here));
        expect(ran.code, ran.err).toBe(0);
      });
      expect(form.rows.length + form.audit.length).toBeGreaterThan(0);
      expect(command).toEqual(form);
    });
  }
});

describeOnBoth("a command that no form has", (install: Install) => {
  test("a person who is added to an organization by command gets a mail that leads there", async () => {
    const here = await install(OPTIONS);
    const { org, stranger } = await world(here);
    expect(await here.run(`member add --organization ${org} --email ${stranger.email} --role viewer`)).toMatchObject({
      code: 0,
      out: `${stranger.id}  viewer`,
    });
    const [mail] = await mailsTo(here.service, stranger.email);
    expect(mail?.link).toBe(`/sk/organizations/${org}`);
    expect((await stranger.browser.get(mail?.link ?? "")).status).toBe(200);
    // The same role again changes nothing.
    expect((await here.run(`member add --organization ${org} --email ${stranger.email} --role viewer`)).code).toBe(0);
  });

  test("an import with a wrong or unknown answer changes nothing, names each and ends with 1", async () => {
    const here = await install(OPTIONS);
    const { org, owner } = await world(here);
    const file = join(here.operator.dir, "wrong.json");
    const answers = { legalName: "Alfa s.r.o.", encryptionInTransit: "perhaps", favouriteColour: "blue" };
    const content = JSON.stringify({ schema: "nis2-supply-chain-questionnaire", version: "4.0.0", answers });
    writeFileSync(file, content);
    const draft = async () => (await here.run(`trust export --organization ${org}`)).out;
    const before = await draft();
    const ran = await here.run(`trust import --organization ${org} --file ${file}`);
    expect([ran.code, ran.out.split("\n").filter((line) => line.startsWith("refused"))]).toEqual([
      1,
      ["refused  encryptionInTransit  value", "refused  favouriteColour  unknown"],
    ]);
    expect(await draft()).toBe(before);
    const page = await owner.browser.submit(path({ org }, "/trust-profile/import"), { content, apply: "1" });
    expect([page.status, page.html.includes("favouriteColour")]).toEqual([200, true]);
    expect(await draft()).toBe(before);
  });

  test("an organization that a restore left without an owner gets one by command", async () => {
    const here = await install(OPTIONS);
    const { org, owner, stranger } = await world(here);
    const { state } = here.operator.opened;
    await state.run(composedSql("DELETE FROM membership WHERE org_id = ? AND account_id = ?"), org, owner.id);
    const added = await here.run(`member add --organization ${org} --email ${stranger.email} --role owner`);
    expect(added.code, added.err).toBe(0);
    expect((await here.run(`member list --organization ${org}`)).out).toContain(`${stranger.id}  owner`);
  });
});

async function world(here: Installation): Promise<World> {
  const [owner, member, stranger] = [await person(here), await person(here), await person(here)];
  return { owner, member, stranger, org: await organization(here, owner, { member }) };
}

/** All rows that a change adds and removes, its audit entries and mails, without what differs by chance. */
async function changeOf(here: Installation, world: World, { mails }: Twin, change: () => Promise<void>) {
  const before = await rowsOf(here);
  const mailsBefore = outboxOf(here.service.dataDir).length;
  await change();
  const after = await rowsOf(here);
  const expected = mails?.(world).length ?? 0;
  for (let tries = 0; tries < 100 && outboxOf(here.service.dataDir).length < mailsBefore + expected; tries++) {
    await sleep(50);
  }
  const added = [...after].filter((row) => !before.has(row)).map((row) => `+ ${row}`);
  const removed = [...before].filter((row) => !after.has(row)).map((row) => `- ${row}`);
  const named = [...added, ...removed].map((row) => withNames(row, world));
  return {
    rows: named.filter((row) => !row.includes("audit_")).sort(),
    audit: named.filter((row) => row.startsWith("+ audit_entry")).sort(),
    mails: outboxOf(here.service.dataDir)
      .slice(mailsBefore)
      .map(({ to, subject }) => withNames(`${to} ${subject}`, world))
      .sort(),
  };
}

/** Columns by chance, and those that say by which road: the form is a person's, the command the operator's. */
const LEFT_OUT = new Set(["hash", "seq", "instant", "token", "tail", "once", "via", "ip_prefix", "snapshot", "jws"]);
const WHO = new Set(["actor_id", "added_by", "created_by", "withdrawn_reason", "canonical_sha256"]);

async function rowsOf({ operator }: Installation): Promise<ReadonlySet<string>> {
  const rows = new Set<string>();
  for (const { name } of BACKUP_TABLES) {
    if (["audit_head", "job", "mail"].includes(name)) continue;
    for (const row of await operator.opened.state.all<Record<string, unknown>>(composedSql(`SELECT * FROM ${name}`))) {
      const shown = Object.entries(row).filter(([column]) => !LEFT_OUT.has(column) && !WHO.has(column));
      rows.add(`${name} ${JSON.stringify(Object.fromEntries(shown))}`);
    }
  }
  return rows;
}

/** Ids and addresses by what they are in this world; ids that the change made are one like the other. */
function withNames(text: string, { owner, member, stranger, org }: World): string {
  const names = Object.entries({ owner: owner.id, member: member.id, stranger: stranger.id, org });
  return (
    names
      .reduce((named, [name, id]) => named.replaceAll(id, `<${name}>`), text)
      // A second profile of one name gets a number behind its address.
      .replaceAll("slovnaft-2", "slovnaft")
      .replace(/\b(?:[a-z]{3}_[0-9a-z]{26}|[0-9a-f]{8}-[0-9a-f-]{27})\b/g, "<new>")
  );
}
