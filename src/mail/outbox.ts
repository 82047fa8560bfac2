import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A mail in the folder that takes the place of a mail server. The recipient is foreign text. */
export interface OutboxMail {
  readonly id: string;
  /** Its path. */
  readonly file: string;
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly to: string;
  /** The words of the mail, as its recipient reads them. */
  readonly text: string;
}

/** What lies in the folder. */
export interface Outbox {
  /** Oldest first. */
  list(): Promise<readonly OutboxMail[]>;
  show(id: string): Promise<OutboxMail | undefined>;
}

/** `2026-11-22T09-12-44-120Z-<id>.eml` */
const FILE = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z-([\w-]+)\.eml$/;

/** Reads the mails that the sender of this program wrote into a folder; a folder that is not there is empty. */
export function openOutbox(dir: string): Outbox {
  async function list(): Promise<readonly OutboxMail[]> {
    const files = (await readdir(dir).catch(() => [])).toSorted();
    const read = await Promise.all(files.map((file) => mailIn(dir, file)));
    return read.filter((mail) => mail !== undefined);
  }
  return { list, show: async (id) => (await list()).find((mail) => mail.id === id) };
}

async function mailIn(dir: string, file: string): Promise<OutboxMail | undefined> {
  const [, hour, minute, second, millis, id] = FILE.exec(file) ?? [];
  if (id === undefined) return undefined;
  // A file may go while the folder is read: the oldest make room.
  const raw = await readFile(join(dir, file), "utf8").catch(() => undefined);
  if (raw === undefined) return undefined;
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const to = /^To: *(.*)$/im.exec(head)?.[1]?.replace(/[<>]/g, "").trim() ?? "";
  const text = fromQuotedPrintable(body.join("\r\n\r\n")).replaceAll("\r\n", "\n").trimEnd();
  return { id, file: join(dir, file), at: `${hour}:${minute}:${second}.${millis}Z`, to, text };
}

/** The text of a body as our sender encodes it (RFC 2045, 6.7), in UTF-8. */
function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
