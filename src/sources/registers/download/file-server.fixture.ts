import { onTestFinished } from "vitest";
import { type FakeServer, type Script, startFakeServer } from "../../../outbound/fake-server.fixture.ts";
import { type HostedFile, hostFile } from "../../../outbound/file-host.fixture.ts";

/** A server of several files on this machine. */
export interface FileServer extends FakeServer {
  readonly files: Map<string, HostedFile>;
  /** Scripts that answer instead, once each and in turn, for requests of a path. */
  readonly instead: Map<string, Script[]>;
  /** Headers of every request for a path so far. */
  askedFor(path: string): readonly NodeJS.Dict<string | string[]>[];
}

const pathOf = (url: string | undefined) => url?.split("?")[0] ?? "";

/** Starts a server of files; it is closed when the test ends. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, HostedFile>();
  const instead = new Map<string, Script[]>();
  const server = await startFakeServer((request, response) => {
    const path = pathOf(request.url);
    const file = files.get(path);
    const script = instead.get(path)?.shift() ?? (file === undefined ? nowhere : hostFile(file));
    script(request, response);
  });
  onTestFinished(() => server.close());
  const askedFor = (path: string) =>
    server.requests.filter(({ url }) => pathOf(url) === path).map(({ headers }) => headers);
  return Object.assign(server, { files, instead, askedFor });
}

const nowhere: Script = (_request, response) => void response.writeHead(404).end("<Error/>");

/** Environment that wait for nothing; `pauses` are the waits that were asked for, in milliseconds. */
export function testNetwork() {
  const pauses: number[] = [];
  const network = {
    userAgent: "Dosah/test",
    now: () => new Date("2026-11-21T08:00:00Z"),
    sleep: async (ms: number) => void pauses.push(ms),
    random: () => 0.5,
  };
  return { pauses, network };
}
