import { Guard } from "../../src/outbound/guarded/guard.ts";
import type { Attempt, GuardOptions } from "../../src/outbound/guarded/guard-options.ts";
import { readHostName } from "../../src/outbound/guarded/host-name.ts";
import { readLaboratory } from "../../src/outbound/guarded/laboratory.ts";
import type { GuardLimits } from "../../src/outbound/guarded/limits.ts";
import { TrustedRoots } from "../../src/scanner/collect/certificates.ts";
import { collect, type ScanProgress } from "../../src/scanner/collect/collect.ts";
import { type JudgedCheck, judge } from "../../src/scanner/judge.ts";
import { type Observation, observationSchema } from "../../src/scanner/observation.ts";
import { type Cap, type Counts, countStatuses, technicalScore } from "../../src/scanner/score.ts";
import { type Identity, makeCertificate } from "./certificates.ts";
import { flawless, type Site } from "./flawless.ts";
import { LabResolver } from "./resolver.ts";
import { Servers } from "./servers.ts";

/** What a scan of the laboratory gave. */
export interface LabResult {
  readonly record: Observation;
  readonly checks: readonly JudgedCheck[];
  /** `status reason` by check. */
  readonly verdicts: Readonly<Record<string, string>>;
  readonly technical: number | null;
  readonly cap: Cap | null;
  readonly counts: Counts;
  readonly attempts: readonly Attempt[];
}

export interface ScanOptions {
  readonly profile?: "public" | "full";
  readonly smtp?: boolean;
  readonly limits?: Partial<GuardLimits>;
  readonly ownNames?: readonly string[];
  readonly ownAddresses?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ScanProgress) => void;
  readonly now?: () => Date;
}

/** A network of its own on the loopback: a resolver, sites with web and mail, certificates of its own root. */
export class Laboratory {
  readonly resolver = new LabResolver();
  readonly servers = new Servers();
  readonly root: Identity = makeCertificate({ name: "Lab root", authority: true });
  readonly intermediate: Identity = makeCertificate({ name: "Lab issuer", authority: true, issuer: this.root });
  /** Each process has a network of its own: test files run at the same time. */
  readonly network = `127.${16 + (process.pid % 200)}`;
  #ports = { http: 0, https: 0, smtp: 0, dns: 0 };
  #sites = 0;

  static async open(): Promise<Laboratory> {
    const lab = new Laboratory();
    const first = `${lab.network}.0.1`;
    lab.#ports = {
      dns: await lab.resolver.start(first),
      http: await lab.servers.raw(first, 0, (socket) => socket.destroy()),
      https: await lab.servers.raw(first, 0, (socket) => socket.destroy()),
      smtp: await lab.servers.raw(first, 0, (socket) => socket.destroy()),
    };
    return lab;
  }

  async close(): Promise<void> {
    this.resolver.stop();
    await this.servers.stop();
  }

  /** An address nobody else has. */
  nextAddress(): string {
    this.#sites += 1;
    return `${this.network}.${1 + (this.#sites >> 7)}.${1 + (this.#sites & 127)}`;
  }

  /** The setting that describes it (`SCAN_LAB`). */
  get setting(): string {
    const { http, https, smtp } = this.#ports;
    return `${this.network}.0.0/16,80:${http},443:${https},25:${smtp}`;
  }

  get resolvers(): NonNullable<GuardOptions["resolvers"]> {
    return [{ address: `${this.network}.0.1`, port: this.#ports.dns }];
  }

  /** A certificate of the laboratory's issuer, sent with the issuer's own. */
  certificate(options: Parameters<typeof makeCertificate>[0]): Identity {
    const made = makeCertificate({ issuer: this.intermediate, ...options });
    return options.issuer === undefined ? { ...made, pem: made.pem + this.intermediate.pem } : made;
  }

  /** Sets up a site: the flawless one, with what `change` makes of it. */
  async site(change: (site: Site) => void = () => {}): Promise<Site> {
    const address = this.nextAddress();
    const domain = `site${this.#sites}-lab.sk`;
    const site = flawless(
      domain,
      address,
      this.certificate({ name: domain, names: [domain, `www.${domain}`, `mta-sts.${domain}`, `mail.${domain}`] }),
      this.network,
    );
    change(site);
    for (const [name, records] of Object.entries(site.records)) this.resolver.names.set(name, records);
    this.resolver.flags.set(domain, site.flag);
    if (site.http !== null) await this.servers.http(address, this.#ports.http, site.http);
    if (site.https !== null && site.tls !== null)
      await this.servers.https(address, this.#ports.https, site.https, site.tls);
    if (site.rawHttp !== undefined) await this.servers.raw(address, this.#ports.http, site.rawHttp);
    if (site.rawHttps !== undefined) await this.servers.raw(address, this.#ports.https, site.rawHttps);
    if (site.mail !== null && site.tls !== null)
      await this.servers.smtp(address, this.#ports.smtp, site.mail, site.mailTls ?? site.tls);
    return site;
  }

  /** A guard that reaches this laboratory and nothing else. */
  guard(attempts: Attempt[], { limits = {}, ownNames = [], ownAddresses = [] }: ScanOptions = {}): Guard {
    return new Guard({
      resolvers: this.resolvers,
      laboratory: readLaboratory(this.setting),
      userAgent: "Mozilla/5.0 (compatible; Dosah-scan/test; +http://localhost/scan)",
      limits: { betweenMs: 0, dnsMs: 400, ...limits },
      ownNames,
      ownAddresses,
      onAttempt: (attempt) => attempts.push(attempt),
    });
  }

  /** Scans a domain, stores the record and reads it again, and judges it. */
  async scan(domain: string, options: ScanOptions = {}): Promise<LabResult> {
    const { profile = "full", smtp = true, signal, onProgress, now = () => new Date() } = options;
    const target = readHostName(domain);
    if (target === null) throw new Error("The laboratory scans host names only.");
    const attempts: Attempt[] = [];
    const collected = await collect({
      guard: this.guard(attempts, options),
      roots: new TrustedRoots([this.root.pem]),
      target,
      profile,
      smtp,
      now,
      ehloName: "localhost",
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const record = observationSchema.parse(JSON.parse(JSON.stringify(collected)));
    const checks = judge(record);
    const verdicts = Object.fromEntries(checks.map(({ id, status, reason }) => [id, `${status} ${reason}`]));
    return { record, checks, verdicts, ...technicalScore(checks), counts: countStatuses(checks), attempts };
  }
}

/** The settings of a service that scans this laboratory and nothing else. */
export function laboratorySettings(lab: Laboratory): Readonly<Record<string, string>> {
  const [{ address = "", port = 0 } = {}] = lab.resolvers;
  return { SCAN_LAB: lab.setting, SCAN_RESOLVERS: `${address}:${port}`, SCAN_SMTP: "on" };
}
