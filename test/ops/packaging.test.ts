import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SETTINGS } from "../../src/config/settings.ts";
import { freePort } from "../promises/free-port.fixture.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));

/** Settings that belong to what runs Dosah, not to Dosah. */
const OTHERS = new Set(["NODE_ENV"]);

describe("the image", () => {
  const lines = read("Dockerfile").split("\n");

  test("runs as a user without rights, without the development half, and is asked whether it lives", () => {
    const run = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
    expect(run).toContain("USER 65532");
    expect(run).toContain("VOLUME /data");
    expect(run.some((line) => line.startsWith("HEALTHCHECK "))).toBe(true);
    expect(lines.some((line) => line.includes("npm prune --omit=dev"))).toBe(true);
  });

  test("is built from images that a check may replace", () => {
    expect(lines.filter((line) => line.startsWith("ARG BASE_"))).toHaveLength(2);
    for (const line of lines.filter((each) => each.startsWith("FROM ")))
      expect(line).toMatch(/^FROM \$\{BASE_(BUILD|RUN)\}/);
  });

  test("copies only what the build context holds", () => {
    const context = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from"))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(copied.length).toBeGreaterThan(5);
    for (const path of copied) expect(context).toContain(path);
  });
});

describe("compose.yaml", () => {
  const compose = parse(read("compose.yaml"), { merge: true });
  const instances = ["app1", "app2"] as const;

  test("starts two instances, a state, a count, a publisher and a proxy", () => {
    expect(Object.keys(compose.services).sort()).toEqual(["app1", "app2", "caddy", "postgres", "publisher", "valkey"]);
  });

  test.each(instances)("%s sets settings that exist, has a data folder of its own and no rights", (name) => {
    const { environment, volumes, ...service } = compose.services[name];
    for (const setting of Object.keys(environment)) expect(known).toContain(setting);
    expect(volumes).toEqual([`${name}:/data`, "backups:/backups"]);
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], stop_grace_period: "15s" });
  });

  test("keeps counts and state in volumes, and counts are never evicted", () => {
    const { valkey, postgres } = compose.services;
    expect(valkey.command.join(" ")).toContain("--appendonly yes --appendfsync everysec --maxmemory-policy noeviction");
    expect(valkey.volumes).toEqual(["valkey:/data"]);
    expect(postgres.volumes).toEqual(["postgres:/var/lib/postgresql/data"]);
  });

  test("backs up encrypted into a volume of its own, and no log grows without an end", () => {
    for (const name of instances) {
      expect(compose.services[name].environment).toMatchObject({
        BACKUP_TO: "/backups",
        BACKUP_PASSPHRASE_FILE: "/run/secrets/backup_passphrase",
      });
      expect(compose.services[name].secrets).toEqual(["backup_passphrase"]);
    }
    expect(Object.keys(compose.volumes)).toContain("backups");
    expect(read(".gitignore").split("\n")).toContain("ops/backup.passphrase");
    for (const [name, { logging }] of Object.entries<{ logging?: { options: object } }>(compose.services)) {
      expect(logging?.options, name).toMatchObject({ "max-size": "10m" });
    }
  });

  test("takes foreign images by a digest that nobody invented: without it compose names the command to run", () => {
    for (const name of ["caddy", "postgres", "valkey"]) {
      expect(compose.services[name].image).toMatch(
        /^docker\.io\/[\w/]+:\d+@\$\{[A-Z]+_DIGEST:\?npm run image -- --pin\}$/,
      );
    }
  });

  test("the publisher, which listens nowhere, has a health check of its own", () => {
    expect(compose.services.publisher.healthcheck.test.join(" ")).toContain("/data/published-at");
    expect(read("ops/publish-nightly.js")).toContain('"published-at"');
  });

  test("publishes nothing but the proxy", () => {
    const published = Object.entries<{ ports?: unknown }>(compose.services).filter(
      ([, { ports }]) => ports !== undefined,
    );
    expect(published.map(([name]) => name)).toEqual(["caddy"]);
  });

  test("names no secret: they come from a file that is not in the repository", () => {
    for (const name of ["secrets", "postgres"]) {
      expect(read(".gitignore").split("\n")).toContain(`ops/${name}.env`);
      const lines = read(`ops/${name}.example.env`).split("\n");
      for (const line of lines.filter((each) => /^[A-Z_]+=/.test(each))) expect(line).toMatch(/^[A-Z_]+=$|PASSWORD@/);
    }
  });

  test("tells the database's server its own password and nothing that seals what lies in it", () => {
    const { postgres, publisher, ...others } = compose.services;
    expect(postgres.env_file).toEqual([{ path: "ops/postgres.env" }]);
    expect(publisher.env_file).toEqual([]);
    for (const name of instances) expect(others[name].env_file).toEqual([{ path: "ops/secrets.env" }]);
    expect(read("ops/postgres.example.env").match(/^[A-Z_]+(?==)/gm)).toEqual(["POSTGRES_PASSWORD"]);
  });

  test("the proxy takes an instance out as soon as it says so", () => {
    const caddy = read("ops/Caddyfile");
    for (const line of ["health_uri /readyz", "health_interval 1s", "lb_try_duration 3s"])
      expect(caddy).toContain(line);
  });
});

describe("the publisher of the snapshot", () => {
  const isThere = spawnSync("caddy", ["version"]).status === 0;
  const published = parseAllDocuments(read("ops/kubernetes/publisher.yaml")).map((document) => document.toJS());
  const inKubernetes = published.find(({ kind }) => kind === "ConfigMap").data.Caddyfile;

  /** Runs Caddy with one of our files over a folder. @returns its address */
  async function serve(config: string, folder: string): Promise<string> {
    const [port, front] = [await freePort(), await freePort()];
    const file = join(folder, "Caddyfile");
    const own = config.includes("admin off") ? config : `{\n\tadmin off\n}\n${config}`;
    writeFileSync(file, own.replaceAll(":8080", `:${port}`).replaceAll("/snapshot/published", folder));
    const caddy = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
      env: { PATH: process.env.PATH ?? "", DOMAIN: `http://localhost:${front}`, HOME: folder, XDG_DATA_HOME: folder },
      stdio: "ignore",
    });
    onTestFinished(() => void caddy.kill("SIGKILL"));
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(404);
    return url;
  }

  test.skipIf(!isThere).each([
    ["compose.yaml", read("ops/Caddyfile")],
    ["Kubernetes", inKubernetes],
  ])(
    "of %s says what caches may keep, and hands out nothing else (skipped where caddy is not installed)",
    async (_what, config) => {
      const folder = mkdtempSync(join(tmpdir(), "dosah-publisher-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const packed = `registers-${"a".repeat(64)}.db.zst`;
      for (const name of [packed, "registers.db.sha256", "registers.db.sha256.minisig", "secrets.key"])
        writeFileSync(join(folder, name), name);
      const url = await serve(config, folder);
      const caching = async (name: string) => {
        const answer = await fetch(`${url}/${name}`);
        return [answer.status, answer.headers.get("cache-control"), await answer.text()];
      };
      expect(await caching(packed)).toEqual([200, "public, max-age=31536000, immutable", packed]);
      expect(await caching("registers.db.sha256")).toEqual([200, "no-cache", "registers.db.sha256"]);
      expect(await caching("registers.db.sha256.minisig")).toEqual([200, "no-cache", "registers.db.sha256.minisig"]);
      for (const name of ["secrets.key", "Caddyfile", "", "../etc/passwd"]) expect((await caching(name))[0]).toBe(404);
    },
  );

  test("publishes where the web server looks, in both packagings", () => {
    const compose = parse(read("compose.yaml"), { merge: true });
    expect(compose.services.publisher.command).toEqual(["--to", "/data/published"]);
    expect(compose.services.publisher.volumes).toEqual(["published:/data"]);
    expect(compose.services.caddy.volumes).toContain("published:/snapshot:ro");
    const job = published.find(({ kind }) => kind === "CronJob").spec.jobTemplate.spec.template.spec;
    expect(job.initContainers[0].args).toEqual(["registers", "fetch"]);
    expect(job.containers[0].args).toEqual(["registers", "publish", "--to", "/data/published"]);
    for (const { securityContext } of [...job.initContainers, ...job.containers])
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    for (const config of [read("ops/Caddyfile"), inKubernetes]) expect(config).toContain("root * /snapshot/published");
  });
});

describe("the manifests for Kubernetes", () => {
  const folder = join(ROOT, "ops/kubernetes");
  const objects = readdirSync(folder).flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => ({ file, ...document.toJS() })),
  );
  const workloads = objects.filter(({ kind }) => kind === "Deployment");

  test("are listed by kustomize, all but the example of the secret", () => {
    const listed: string[] = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")).resources;
    const files = readdirSync(folder).filter((file) => !["kustomization.yaml", "secret.example.yaml"].includes(file));
    expect([...listed].sort()).toEqual(files.sort());
  });

  test("set settings that exist", () => {
    const settings = objects.filter(({ metadata }) => ["dosah-settings", "dosah-secrets"].includes(metadata?.name));
    expect(settings).toHaveLength(2);
    for (const { data, stringData } of settings)
      for (const name of Object.keys(data ?? stringData)) expect(known).toContain(name);
  });

  test.each(workloads.map((workload) => [workload.metadata.name, workload.spec.template.spec]))(
    "%s runs without rights, on a file system that it cannot write",
    (_name, pod) => {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const { securityContext } of pod.containers) {
        expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
        expect(securityContext.capabilities.drop).toEqual(["ALL"]);
      }
    },
  );

  test("believe no proxy until the operator names it, and only the ingress controller reaches the pages", () => {
    const settings = objects.find(({ metadata }) => metadata?.name === "dosah-settings");
    expect(settings?.data).not.toHaveProperty("TRUST_PROXY");
    expect(readFileSync(join(folder, "settings.yaml"), "utf8")).toMatch(/^ {2}# TRUST_PROXY: /m);
    const web = objects.find(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "dosah-web");
    expect(web?.spec.ingress).toHaveLength(1);
    expect(web?.spec.ingress[0].from).toEqual([{ namespaceSelector: { matchLabels: expect.anything() } }]);
  });

  test("let a worker of scans reach mail and web servers of the internet, names, and the database, and nothing else", () => {
    const scan = objects.find(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "dosah-scan");
    expect(scan?.spec.policyTypes).toContain("Egress");
    const ports = scan?.spec.egress.map((rule: { ports: { port: number }[] }) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual([[53, 53], [5432], [25, 80, 443]]);
    const blocks = scan?.spec.egress[2].to.map(({ ipBlock }: { ipBlock: { except: string[] } }) => ipBlock.except);
    expect(blocks.flat()).toEqual([
      "10.0.0.0/8",
      "172.16.0.0/12",
      "192.168.0.0/16",
      "100.64.0.0/10",
      "169.254.0.0/16",
      "fc00::/7",
      "fe80::/10",
    ]);
  });

  test("instances are taken out before they stop, and have time to end", () => {
    const web = workloads.find(({ metadata }) => metadata.name === "dosah-web");
    expect(web?.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    const pod = web?.spec.template.spec;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
    expect(pod.containers[0].readinessProbe).toMatchObject({ httpGet: { path: "/readyz" }, periodSeconds: 1 });
  });
});

describe("the unit for systemd", () => {
  const unit = read("ops/dosah.service");
  const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;

  test("sets settings that exist and leaves a stop its time", () => {
    const set = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" "));
    for (const name of set.map((each) => each.split("=")[0] ?? ""))
      expect(known.has(name) || OTHERS.has(name)).toBe(true);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  });

  test.skipIf(!isThere)("is exposed at most 1.5 by systemd-analyze (skipped where that is not installed)", () => {
    const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", join(ROOT, "ops/dosah.service")], {
      encoding: "utf8",
    });
    const level = Number(/exposure level for dosah\.service: (\d+\.\d+)/.exec(stdout)?.[1]);
    expect(level).toBeGreaterThan(0);
    expect(level).toBeLessThanOrEqual(1.5);
  });
});
