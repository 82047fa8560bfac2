import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, ownFile, ownFolder, ownUser } from "./own-server.fixture.ts";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((path) => existsSync(path));

/** Whether PgBouncer is installed (Debian: `apt-get install pgbouncer`). */
export const hasPgBouncer = PROGRAM !== undefined;

/** A PgBouncer in transaction mode before the server on `serverPort`; its few connections are shared by all callers. */
export async function startPgBouncer(serverPort: number): Promise<{ readonly port: number; stop(): Promise<void> }> {
  if (PROGRAM === undefined) throw new Error("PgBouncer is not installed");
  const folder = ownFolder();
  const port = await freePort();
  const settings = ownFile(
    folder,
    "pgbouncer.ini",
    `[databases]
* = host=127.0.0.1 port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
server_reset_query_always = 0
`,
  );
  const child = spawn(PROGRAM, ["-q", settings], { ...ownUser(), stdio: "ignore" });
  const ended = once(child, "exit");
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries > 200) throw new Error("PgBouncer did not start");
    await sleep(25);
  }
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
