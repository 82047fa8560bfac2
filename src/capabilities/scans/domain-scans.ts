import type { HostName } from "../../outbound/guarded/host-name.ts";
import type { ProofLook } from "../../scanner/collect/collect-proof.ts";
import type { ImprintLook } from "../../scanner/imprint/look-for-imprint.ts";
import type { ScanTarget } from "../../state/scan-targets.ts";
import type { StoredMap } from "./build-map.ts";

/** What capabilities of the domain scan need beside the state: the way out, the deny list, the queue. */
export interface DomainScans {
  /** The quick check is offered to people who are not signed in. */
  readonly isPublic: boolean;
  /** Where owners of domains write to; `null` where the operator names nothing. */
  readonly contact: string | null;
  /** What the scanner calls itself. */
  readonly userAgent: string;
  /** What somebody typed as the name of a host that may be scanned; `null` for everything else. Asks nobody. */
  readTarget(text: string): HostName | null;
  /** Did the owner of the domain refuse scans? */
  isOptedOut(target: HostName): boolean;
  /** Looks for the proof of ownership, now. */
  lookUpProof(target: HostName, token: string): Promise<ProofLook>;
  /** Looks for the number of a firm on the website of its domain, now. `name`: folded, without the legal form. */
  lookForImprint(target: HostName, firm: { readonly ico: string; readonly name: string | null }): Promise<ImprintLook>;
  /** Notes that a proof was not found; the third time in a row ends it, with its audit entry. */
  noteNoProof(orgId: string, domain: string): Promise<void>;
  /** What is known of a domain just now, for everybody. */
  target(domain: string): Promise<ScanTarget | undefined>;
  /** Is a look for somebody who is not signed in on the list? */
  isQuickQueued(domain: string): Promise<boolean>;
  /** The map of scans, as it was computed last. */
  map(): Promise<Pick<StoredMap, "day" | "cells"> | undefined>;
  /**
   * Puts a look for somebody who is not signed in on the list, and tells the worker.
   * @returns seconds to wait where as many wait as may; `null`: it is on the list
   */
  queueQuick(target: HostName): Promise<number | null>;
  /** `unreadable`: the deny list cannot be read as it is now, and what was read last holds. */
  denyHealth(): "ok" | "unreadable";
  /** There is a new scan on the list. */
  wake(): void;
  /** Milliseconds since 1970. */
  now(): number;
}
