import { json, type Script, TROUBLES, text } from "../../../src/outbound/fake-server.fixture.ts";

/** A way in which a source lets us down: how the server answers, given what it would answer if it were well. */
export interface Trouble {
  readonly name: string;
  /** True where the answer never ends: it is not waited for. */
  readonly isEndless?: boolean;
  /** `undefined` where the trouble does not fit the answer. */
  readonly script: (well: readonly [status: number, body: unknown]) => Script | undefined;
}

/** Sends an answer a few bytes at a time, more slowly than anybody waits. */
const slowBytes =
  (body: string): Script =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    let at = 0;
    const timer = setInterval(() => {
      if (response.destroyed || at >= body.length) clearInterval(timer);
      else response.write(body.slice(at, ++at));
    }, 20);
    response.on("close", () => clearInterval(timer));
  };

const ENDLESS = ["a connection that never answers", "a body that never ends", "a body that says it is 100 MB"];

/** Troubles of the connection and of the whole answer. */
export const CONNECTION_TROUBLES: readonly Trouble[] = [
  ...Object.entries(TROUBLES).map(([name, script]) => ({
    name,
    isEndless: ENDLESS.includes(name),
    script: () => script,
  })),
  { name: "a refused connection", script: () => (request) => void request.socket.destroy() },
  { name: "slow bytes", isEndless: true, script: ([, body]) => slowBytes(JSON.stringify(body)) },
  { name: "half a body", script: ([, body]) => text(JSON.stringify(body).slice(0, JSON.stringify(body).length / 2)) },
  { name: "a page that says 200", script: () => text("<!doctype html><title>Údržba</title>") },
  { name: "the answer twice", script: ([, body]) => json([body, body]) },
  { name: "an empty record", script: () => json({}) },
  { name: "null", script: () => json(null) },
];

/** What no field of a register can be. None of them is a code, a number of a firm or a day that a register has. */
export const ABSURD: readonly unknown[] = [
  "0000-00-00",
  "31.12.2020",
  "2019-02-31",
  "0001-01-01",
  "9999-12-31",
  "99999",
  "?",
  "",
  "x".repeat(5_000),
  "\u0000\u202e",
  -1,
  1e308,
  true,
  null,
  [],
  {},
];

/** The fields by which registers state the end of a firm; they may be missing in a record. */
const ENDS = ["datumZaniku", "termination", "datumZrusenia"] as const;

/** Every single field of an answer in turn, with every absurd value, and an absurd end beside what is there. */
export function contentTroubles(well: unknown, values: readonly unknown[] = ABSURD): Trouble[] {
  const changes = pathsOf(well).flatMap((path) => values.map((value) => ({ path, value })));
  const ends = ENDS.flatMap((field) => values.map((value) => ({ field, value })));
  return [
    ...changes.map(({ path, value }) => ({
      name: `${path.join(".")} = ${shown(value)}`,
      script: ([status, body]: readonly [number, unknown]) => {
        const changed = changedAt(body, path, value);
        return changed === undefined ? undefined : json(changed, status);
      },
    })),
    ...ends.map(({ field, value }) => ({
      name: `every record has ${field} = ${shown(value)}`,
      script: ([status, body]: readonly [number, unknown]) => json(withField(body, field, value), status),
    })),
  ];
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 20);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The paths of all members, of lists the first entry. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below = Array.isArray(value)
    ? value.slice(0, 1).flatMap((each) => pathsOf(each, [...path, "0"]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))
      : [];
  return path.length === 0 ? below : [path, ...below];
}

function changedAt(body: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(body)) {
    return body.length === 0 ? undefined : [changedAt(body[0], rest, value), ...body.slice(1)];
  }
  if (!isRecord(body) || !(key in body)) return undefined;
  const below = changedAt(body[key], rest, value);
  return below === undefined ? undefined : { ...body, [key]: below };
}

/** The same answer, each of its records with the field. */
function withField(body: unknown, field: string, value: unknown): unknown {
  if (Array.isArray(body)) return body.map((each) => (isRecord(each) ? { ...each, [field]: value } : each));
  if (!isRecord(body)) return body;
  const list = Array.isArray(body.results) ? { results: withField(body.results, field, value) } : {};
  return { ...body, ...list, [field]: value };
}
