import type { IncomingMessage } from "node:http";
import { createRecentlySeen } from "../../capabilities/calling/kept-answers.ts";
import type { Capability } from "../../capabilities/capability.ts";
import { CODINGS } from "../../core/content-coding.ts";
import { createKept, isSame } from "../../core/kept.ts";
import { pack } from "../sending/packed.ts";
import { type DirectAnswer, headersOf, send } from "../sending/reply.ts";
import { type Document, documentReply } from "./document.ts";

/** What a kept page takes beside its bytes: key, headers and tag. */
const ENTRY_BYTES = 2_000;
/** An address with a query is kept from the second time on, among the last so many. */
const QUERIES = 1_000;

/** What pages rest on. */
export interface KeptPagesOptions {
  /** The most that is kept, in bytes, compressed forms included. */
  readonly capacity: number;
  /** What every page rests on, such as the knowledge and the day. */
  readonly edition: () => readonly unknown[];
  /** What the answers of a capability depend on besides; `undefined`: they must be asked for each time. */
  readonly dependsOn: (capability: Capability) => readonly unknown[] | undefined;
  /** Counts a request by its address. @returns false where a row is used up, or is not counted here alone */
  readonly count: (rows: readonly string[], request: IncomingMessage) => boolean;
}

/** Pages that are the same for everybody, as bytes by address, while everything that they rest on is the very same. */
export interface KeptPages {
  find(address: string): Document | undefined;
  /** Begins a page: says what it rests on now, before anything is read for it. */
  begin(): PageGrounds;
  /** Answers a plain GET of a kept page on `node:http` alone, and counts it; `undefined` for every other request. */
  direct(request: IncomingMessage): DirectAnswer | undefined;
}

/** What a page that is being made rests on. */
export interface PageGrounds {
  /** Notes that an answer of a capability is in the page. */
  uses(capability: Capability): void;
  /**
   * Keeps the page, where all that it rests on is known and did not change while it was made.
   * @param rows count each request for it
   * @returns the page as it is kept; the same as was given where it is not
   */
  keep(address: string, document: Document, rows: readonly string[]): Document;
}

interface KeptPage {
  readonly document: Document;
  readonly rows: readonly string[];
  readonly capabilities: readonly Capability[];
}

/** Keeps pages of one service. */
export function createKeptPages({ capacity, edition, dependsOn, count }: KeptPagesOptions): KeptPages {
  const pages = createKept<KeptPage>(capacity);
  const wasSeen = createRecentlySeen(QUERIES);

  /** One list of all that a page rests on now; `undefined` where that is not known of a capability. */
  function groundsOf(capabilities: Iterable<Capability>): unknown[] | undefined {
    const grounds = [...edition()];
    for (const capability of capabilities) {
      const more = dependsOn(capability);
      if (more === undefined) return undefined;
      grounds.push(...more);
    }
    return grounds;
  }

  const find = (address: string) => pages.find(address, ({ capabilities }) => groundsOf(capabilities) ?? []);

  return {
    find: (address) => find(address)?.document,
    begin: () => {
      const used = new Map<Capability, readonly unknown[] | undefined>();
      const first = edition();
      return {
        uses: (capability) => {
          if (!used.has(capability)) used.set(capability, dependsOn(capability));
        },
        keep: (address, document, rows) => {
          const before = [...first, ...[...used.values()].flat()];
          const now = groundsOf(used.keys());
          if (now === undefined || !isSame(before, now)) return document;
          if (address.includes("?") && !wasSeen(address)) return document;
          const { bytes } = document.body.plain;
          const body = pack(bytes, (length) => pages.grow(address, page, length));
          const page: KeptPage = { document: { ...document, body }, rows, capabilities: [...used.keys()] };
          pages.keep(address, now, page, ENTRY_BYTES + bytes.length);
          return page.document;
        },
      };
    },
    direct: (request) => {
      const { method, url = "", headers } = request;
      const page = method === "GET" ? find(url) : undefined;
      // A refusal is a page that nobody keeps.
      if (page === undefined || (page.rows.length > 0 && !count(page.rows, request))) return undefined;
      const { document } = page;
      return async (response, defaults) =>
        send(response, await documentReply(document, headersOf(headers), { codings: CODINGS }), defaults);
    },
  };
}
