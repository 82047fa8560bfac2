import type { Knowledge } from "../knowledge/knowledge.ts";
import { readHostName } from "../outbound/guarded/host-name.ts";
import { confirmText } from "../rules/citations/check.ts";
import type { OperatorServices, Services } from "./contexts.ts";

/**
 * The services of a capability in tests that need knowledge only: no register knows a firm, no feed holds an
 * item, and no request is sent. `replaced` are the services that a test sets itself.
 */
export function bareServices(knowledge: Knowledge, replaced: Partial<Services> = {}): Services {
  return {
    knowledge,
    registers: {
      asksLive: false,
      liveSources: () => [],
      find: async () => ({ kind: "absent" }),
      findStored: async () => ({ kind: "absent" }),
      searchStored: async () => ({ hits: [], gaps: [] }),
      search: async () => ({ hits: [], gaps: [] }),
      stats: () => [],
      sizes: () => null,
      holdings: () => [],
      snapshot: () => ({
        origin: "sample",
        builtAt: "2026-11-21T10:00:00.000Z",
        hasWordIndex: true,
        fetchedAt: null,
        health: "ok",
        fetching: null,
      }),
    },
    feed: {
      entries: () => [],
      sources: () => [],
      fetchedAt: () => null,
      nextAt: () => undefined,
      refresh: async () => [],
      milestones: [],
      topicRules: { version: "test", why: new Map() },
    },
    scans: {
      isPublic: true,
      contact: null,
      userAgent: "Dosah-scan/test",
      lookForImprint: async () => ({ outcome: "unreachable" }),
      readTarget: (text) => readHostName(text),
      isOptedOut: () => false,
      lookUpProof: async () => "absent",
      noteNoProof: async () => undefined,
      target: async () => undefined,
      isQuickQueued: async () => false,
      map: async () => undefined,
      queueQuick: async () => null,
      denyHealth: () => "ok",
      wake: () => undefined,
      now: () => 0,
    },
    trust: {
      findBySlug: async () => undefined,
      findByIco: async () => [],
      foundByIco: "imprint",
      imprintPage: async () => undefined,
      shown: async () => undefined,
      revision: async () => undefined,
      removed: async () => new Map(),
      otherPlace: async () => undefined,
      lastScan: async () => undefined,
      file: async () => undefined,
      keys: async () => [],
      sign: () => Promise.reject(new Error("nothing is signed in this test")),
      rotateKey: () => Promise.reject(new Error("nothing is signed in this test")),
      fetchJson: () => Promise.reject(new Error("nothing is fetched in this test")),
      shareUses: {
        add: () => undefined,
        take: () => ({ day: 0, uses: 0, earlier: 0 }),
        giveBack: () => undefined,
        flush: async () => undefined,
      },
      now: () => 0,
    },
    pdf: { make: () => Promise.reject(new Error("no PDF in this test")) },
    baseUrl: "https://dosah.test",
    today: () => "2026-11-20",
    now: () => new Date(`${replaced.today?.() ?? "2026-11-20"}T10:00:00Z`),
    confirm: (text) => confirmText(text, knowledge.acts),
    ...replaced,
  };
}

/** What the operator has in the tests of those that import and fetch nothing. */
export const bareOperator: OperatorServices = {
  accounts: {
    get state(): never {
      throw new Error("no state in this test");
    },
    hashPassword: () => Promise.reject(new Error("no password in this test")),
    isBreached: async () => false,
    appSchemes: [],
    get sealing(): never {
      throw new Error("no mail in this test");
    },
    now: () => 0,
  },
  watch: {
    status: async () => ({ state: "done", snapshot: "", ruleSet: "", changed: 0 }),
    run: async () => ({ outcome: "idle", changed: 0 }),
    release: async () => false,
    discard: async () => false,
  },
  scans: {
    look: () => Promise.reject(new Error("no scan in this test")),
    runNow: () => Promise.reject(new Error("no scan in this test")),
  },
  sendTestMail: () => Promise.reject(new Error("no mail in this test")),
  outbox: { list: async () => [], show: async () => undefined },
  importRegister: () => Promise.reject(new Error("no import in this test")),
  fetchRegisters: () => Promise.reject(new Error("no download in this test")),
  publishRegisters: () => Promise.reject(new Error("no register file in this test")),
  installation: () => {
    throw new Error("no installation in this test");
  },
  version: () => ({ version: "0.0.0", commit: null, ruleSet: "1.0" }),
  status: () => Promise.reject(new Error("no installation in this test")),
  examine: () => Promise.reject(new Error("no installation in this test")),
  state: {
    status: () => Promise.reject(new Error("no state in this test")),
    migrate: () => Promise.reject(new Error("no state in this test")),
    rehearse: () => Promise.reject(new Error("no state in this test")),
    jobs: () => Promise.reject(new Error("no state in this test")),
    retryJob: () => Promise.reject(new Error("no state in this test")),
    backup: () => Promise.reject(new Error("no state in this test")),
    checkBackup: () => Promise.reject(new Error("no state in this test")),
    restore: () => Promise.reject(new Error("no state in this test")),
  },
};

/** A limiter that counts no call and refuses none. */
export const unlimited = {
  take: () => ({ allowed: true, states: [] }) as const,
  giveBack: () => {},
  close: async () => {},
};
