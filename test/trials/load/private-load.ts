import { setTimeout as sleep } from "node:timers/promises";
import { FIELDS, PRACTICES } from "../../accounts/trust-answers.fixture.ts";
import { type Got, hiddenOf, type VisitorOfTest, visit } from "../../accounts/visitor.fixture.ts";
import { jsonPost, toolCall } from "../../promises/requests.fixture.ts";
import { CallFailed, type CallKind, type LoadContext } from "./caller.ts";
import type { Owner, Writers } from "./people.ts";
import { PAUSE_MS } from "./public-load.ts";

/** What the writers got as done, for the count at the end. */
export interface Written {
  /** Entries of the register: code, the number in the note that was acknowledged last, and the last one tried. */
  readonly notes: Map<string, { acknowledged: number; tried: number }>;
  /** Saves of entries that were acknowledged. */
  saves: number;
  /** Domains that were acknowledged as added and not removed since, and those of which nobody knows. */
  readonly domains: Set<string>;
  readonly unknownDomains: Set<string>;
  /** Domains that were acknowledged as added or removed. */
  domainChanges: number;
  /** The newest published revision that the publisher got as published. */
  revision: number;
  /** Publications and withdrawals that were acknowledged, and the newest revision of an acknowledged withdrawal. */
  publications: number;
  withdrawals: number;
  withdrawnUpTo: number;
  /** Whether the profile is public; `undefined` while nobody knows. */
  isPublic: boolean | undefined;
  /** Keys that were acknowledged as issued and as revoked. */
  readonly issued: Set<string>;
  readonly revoked: Set<string>;
  /** Ids of scans that were acknowledged as ordered. */
  readonly scans: Set<string>;
}

/** Before anybody got an answer. */
export const newWritten = (): Written => ({
  notes: new Map(CODES.map((code) => [code, { acknowledged: 0, tried: 0 }])),
  saves: 0,
  domains: new Set(),
  unknownDomains: new Set(),
  domainChanges: 0,
  revision: 0,
  publications: 0,
  withdrawals: 0,
  withdrawnUpTo: 0,
  isPublic: false,
  issued: new Set(),
  revoked: new Set(),
  scans: new Set(),
});

/** How many writes of each kind were acknowledged. */
export const acknowledgedOf = (written: Written) => ({
  saves: written.saves,
  issuedKeys: written.issued.size,
  revokedKeys: written.revoked.size,
  domainChanges: written.domainChanges,
  scans: written.scans.size,
  revisions: written.publications,
  withdrawals: written.withdrawals,
});

/** Every kind of write at once, until the load is over. */
export async function writeAll(context: LoadContext, writers: Writers, written: Written): Promise<void> {
  await Promise.all([
    saveEntries(context, writers.saver, written),
    turnKeysOver(context, writers.keeper, written),
    turnDomainsOver(context, writers.claimer, written),
    publishProfile(context, writers.publisher, written),
    writers.scanning.length > 0 ? orderScans(context, writers.scanning, written) : undefined,
  ]);
}

/** Repeats one thing that somebody does until the load is over; a call that failed ends this turn of it. */
async function repeat({ isOver }: LoadContext, turn: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
  while (!isOver()) {
    try {
      await turn();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      await sleep(100);
    }
    await sleep(pauseMs);
  }
}

function browserOf({ port, newCaller, ledger }: LoadContext, owner: Owner, what: string): VisitorOfTest {
  const caller = newCaller();
  const kind: CallKind = { face: "web", what, isPrivate: true };
  const fetch = async (path: string, init?: RequestInit) => {
    const response = await caller.ask(kind, path, init);
    // Whatever fails, who is signed in is never led to sign in again.
    const location = response.headers.get("location") ?? "";
    if (response.status === 401 || location.includes("/sign-in")) ledger.wrong(`${what}: ${path} asks to sign in`);
    return response;
  };
  const browser = visit({ fetch }, { baseUrl: `http://localhost:${port}` });
  browser.cookie = owner.session;
  return browser;
}

const CODES = ["NIS2-20-1", "NIS2-21-1", "NIS2-21-3", "NIS2-23-1"];
const ENTRY = { status: "partial", responsiblePerson: "", lastReviewedAt: "", nextReviewAt: "" };

/** Saves entries of a register through the pages; what is shown is never older than what was acknowledged. */
async function saveEntries(context: LoadContext, owner: Owner, written: Written): Promise<void> {
  const browser = browserOf(context, owner, "register entry");
  let n = 0;
  await repeat(context, async () => {
    const code = CODES[n++ % CODES.length] ?? "";
    const note = written.notes.get(code) ?? { acknowledged: 0, tried: 0 };
    const path = `/en/organizations/${owner.orgId}/obligations/${code}`;
    const isUnknown = note.tried !== note.acknowledged;
    const shown = await browser.get(path);
    const stands = Number(/>note (\d+)</.exec(shown.html)?.[1] ?? 0);
    if (shown.status !== 200 || stands < note.acknowledged || stands > note.tried) {
      context.ledger.wrong(`${code}: ${shown.status} note ${stands}, acknowledged ${note.acknowledged}`);
    }
    note.tried++;
    const next = note.tried;
    const saved = await browser.post(path, { ...hiddenOf(shown.html, path), ...ENTRY, evidenceNote: `note ${next}` });
    if (saved.status === 303) {
      note.acknowledged = next;
      written.saves++;
    } else if (!(saved.status === 409 && isUnknown)) {
      context.ledger.wrong(`${code}: saving answered ${saved.status} ${saved.errors}`);
    }
  });
}

/** Issues, uses and revokes keys: one that is valid is never refused, one that was revoked never works again. */
async function turnKeysOver(context: LoadContext, owner: Owner, written: Written): Promise<void> {
  const browser = browserOf(context, owner, "keys");
  const caller = context.newCaller();
  const keys = "/en/account/keys";
  const use = async (key: string) => {
    const init = { headers: { Authorization: `Bearer ${key}` } };
    const path = `/api/v1/domain?organizationId=${owner.orgId}`;
    const response = await caller.ask({ face: "rest", what: "a key", isPrivate: true }, path, init);
    await response.arrayBuffer();
    return response.status;
  };
  let n = 0;
  let before = "";
  await repeat(context, async () => {
    await revokeAll(browser, keys);
    const name = `k${++n}`;
    const issued = await browser.submit(keys, { name, expires: "" });
    const key = /data-api-key[^>]*>\s*(dosah_[0-9A-Za-z]{49})\s*</.exec(issued.html)?.[1];
    if (key === undefined) return context.ledger.wrong(`issuing a key answered ${issued.status} ${issued.errors}`);
    written.issued.add(key);
    for (let call = 0; call < 3; call++) {
      const status = await use(key);
      if (status !== 200) context.ledger.wrong(`a valid key answered ${status}`);
    }
    if (before !== "" && (await use(before)) !== 401) context.ledger.wrong("a revoked key still works");
    await revokeAll(browser, keys);
    written.revoked.add(key);
    before = key;
    const status = await use(key);
    if (status !== 401) context.ledger.wrong(`a revoked key answered ${status}`);
  });
}

/** Every key but the one of the load itself. */
async function revokeAll(browser: VisitorOfTest, keys: string): Promise<void> {
  const { html } = await browser.get(keys);
  const questions = /href="([^"]+\/revoke)">Revoke<span class="visually-hidden"> k\d+</g;
  for (const [, path = ""] of html.matchAll(questions)) await browser.submit(path, {});
}

/** Adds and removes domains by key over REST, and reads organizations by key over MCP. */
async function turnDomainsOver(context: LoadContext, owner: Owner, written: Written): Promise<void> {
  const { ledger, newCaller } = context;
  const caller = newCaller();
  const headers = { Authorization: `Bearer ${owner.key}` };
  const query = `?organizationId=${owner.orgId}`;
  const kind: CallKind = { face: "rest", what: "domain", isPrivate: true };
  let n = 0;

  /** Until it is answered, nobody knows whether the domain is there. */
  async function change(domain: string, path: string, init: RequestInit, expected: number, isThere: boolean) {
    written.domains.delete(domain);
    written.unknownDomains.add(domain);
    const response = await caller.ask(kind, path, { ...init, headers: { ...headers, ...init.headers } });
    await response.arrayBuffer();
    if (response.status !== expected) return ledger.wrong(`${init.method} domain answered ${response.status}`);
    written.unknownDomains.delete(domain);
    written.domainChanges++;
    if (isThere) written.domains.add(domain);
  }

  await repeat(context, async () => {
    const domain = `d${++n}.example.sk`;
    const body = jsonPost({ domain, organizationId: owner.orgId });
    await change(domain, "/api/v1/domain", body, 201, true);
    const listed = await caller.ask(kind, `/api/v1/domain${query}`, { headers });
    const text = await listed.text();
    for (const each of written.domains) {
      if (!text.includes(`"${each}"`)) ledger.wrong(`${each} was added and is not listed (${listed.status})`);
    }
    const [oldest] = [...written.unknownDomains, ...(written.domains.size > 5 ? written.domains : [])];
    if (oldest !== undefined) {
      const isKnown = written.domains.has(oldest);
      const path = `/api/v1/domain/${oldest}${query}`;
      if (isKnown) await change(oldest, path, { method: "DELETE" }, 200, false);
      else {
        // 404 where it never came to be.
        const removed = await caller.ask(kind, path, { method: "DELETE", headers });
        await removed.arrayBuffer();
        if (removed.status === 200 || removed.status === 404) written.unknownDomains.delete(oldest);
        else ledger.wrong(`DELETE domain answered ${removed.status}`);
      }
    }
    const asked = toolCall("my_organizations", {});
    const from = performance.now();
    const answer = await caller.ask({ face: "mcp", what: "my_organizations", isPrivate: true }, "/api/mcp", {
      ...asked,
      headers: { ...headers, ...asked.headers },
    });
    const mine = await answer.text();
    if (!mine.includes(owner.orgId)) noteToolAnswer(context, mine, answer.status, from);
  });
}

/** A tool says in its result what REST says by its status. */
function noteToolAnswer({ ledger }: LoadContext, text: string, status: number, from: number): void {
  const isOutage = text.includes('"source_unavailable"') && text.includes('"retryAfter"');
  if (!isOutage) {
    ledger.wrong(`my_organizations: ${status} ${text.slice(0, 300)}`);
    return;
  }
  const to = performance.now();
  const what = { face: "mcp", what: "my_organizations", isPrivate: true, cause: "source_unavailable" } as const;
  ledger.failed({ ...what, isWrite: false, status: 503, hasRetryAfter: true, from, to });
}

/**
 * Publishes a trust profile again and again, and withdraws every second revision after it was read. Readers never see a
 * revision older than the acknowledged one.
 */
async function publishProfile(context: LoadContext, owner: Owner, written: Written): Promise<void> {
  const { ledger, newCaller } = context;
  const browser = browserOf(context, owner, "trust profile");
  const reader = newCaller();
  const base = `/en/organizations/${owner.orgId}/trust-profile`;
  const send = (part: string, fields: Readonly<Record<string, string>>): Promise<Got> =>
    browser.submit(`${base}${part}`, fields);
  let isFilledIn = false;
  await repeat(
    context,
    async () => {
      if (!isFilledIn) {
        const filled = [
          await send("/profile", { ...FIELDS, contactAgreed: "1" }),
          await send("/security_practices", PRACTICES),
        ];
        isFilledIn = filled.every(({ status }) => status === 303);
        if (!isFilledIn) return;
      }
      written.isPublic = undefined;
      const published = await send("/publish", { confirm: "1" });
      if (published.status !== 303) return ledger.wrong(`publishing answered ${published.status} ${published.errors}`);
      written.isPublic = true;
      written.publications++;
      written.revision++;
      const kind: CallKind = { face: "rest", what: "trust profile", isPrivate: true };
      const response = await reader.ask(kind, "/trust/slovnaft.json?locale=en");
      const { revision } = JSON.parse(await response.text());
      if (!(revision >= written.revision)) ledger.wrong(`revision ${revision} is read after ${written.revision}`);
      // One of which nobody knew was published too.
      else written.revision = revision;
      if (written.publications % 2 === 1) return;
      written.isPublic = undefined;
      const withdrawn = await send("/withdraw", {});
      if (withdrawn.status !== 303) return ledger.wrong(`withdrawing answered ${withdrawn.status} ${withdrawn.errors}`);
      written.isPublic = false;
      written.withdrawals++;
      written.withdrawnUpTo = written.revision;
    },
    PAUSE_MS * 5,
  );
}

/** Acknowledged scans of one organization: a day's limit is 20, and each of these may have one of which nobody knows. */
const SCANS_OF_ONE = 10;

/** Orders scans by key over REST, each of another domain and for as many organizations as the day's limit asks for. */
async function orderScans(context: LoadContext, owners: readonly Owner[], written: Written): Promise<void> {
  const { ledger, newCaller } = context;
  const caller = newCaller();
  const kind: CallKind = { face: "rest", what: "scan", isPrivate: true };
  let n = 0;
  await repeat(
    context,
    async () => {
      const owner = owners[Math.floor(written.scans.size / SCANS_OF_ONE)];
      if (owner === undefined) throw new Error(`no organization is left after ${written.scans.size} scans`);
      const headers = { Authorization: `Bearer ${owner.key}` };
      const body = jsonPost({ domain: `example-${++n}.sk`, organizationId: owner.orgId });
      const init = { ...body, headers: { ...headers, "Content-Type": "application/json" } };
      const ordered = await caller.ask(kind, "/api/v1/scan", init);
      const { id } = JSON.parse(await ordered.text());
      if (ordered.status !== 202) return ledger.wrong(`ordering a scan answered ${ordered.status}`);
      written.scans.add(id);
      const shown = await caller.ask(kind, `/api/v1/scan/${id}?organizationId=${owner.orgId}`, { headers });
      await shown.arrayBuffer();
      if (shown.status !== 200) ledger.wrong(`a scan that was ordered answered ${shown.status}`);
    },
    PAUSE_MS * 5,
  );
}
