import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { createServer, type Server } from "node:net";
import { type Answer, decode, encode } from "dns-packet";

/** What the resolver says of a zone's signature, or that it fails. */
export type ZoneFlag = "secure" | "insecure" | "bogus" | "servfail" | "silent";

/** Records of one name by type, as text: `10 mail.firma.sk`, `0 issue "ca.sk"`; a function is asked each time. */
export type Records = Partial<
  Record<
    "A" | "AAAA" | "CAA" | "CNAME" | "MX" | "NS" | "SOA" | "TLSA" | "TXT",
    readonly string[] | (() => readonly string[])
  >
>;

const BITS = { aa: 0x400, tc: 0x200, rd: 0x100, ra: 0x80, ad: 0x20 } as const;
const CODES = { noerror: 0, servfail: 2, nxdomain: 3 } as const;
const UDP_BYTES = 1232;

/** A validating resolver that knows made-up zones and nothing else. */
export class LabResolver {
  readonly names = new Map<string, Records>();
  /** Flags by zone; the longest zone that holds a name counts. */
  readonly flags = new Map<string, ZoneFlag>([["", "secure"]]);
  /** Every question, in the order received. */
  readonly questions: string[] = [];
  /** Bytes sent instead of an answer, for the name. */
  readonly raw = new Map<string, (id: number) => Buffer>();
  validates = true;
  #udp: UdpSocket | undefined;
  #tcp: Server | undefined;

  /** Listens on UDP and TCP at the same port. */
  async start(address: string): Promise<number> {
    const tcp = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.once("data", (bytes) => {
        const answer = this.#answer(bytes.subarray(2), 0xffff);
        if (answer === null) return;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(answer.length);
        socket.end(Buffer.concat([length, answer]));
      });
    });
    await new Promise<void>((resolve) => tcp.listen(0, address, resolve));
    const bound = tcp.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    const udp = createSocket("udp4");
    udp.on("message", (bytes, from) => {
      const answer = this.#answer(bytes, UDP_BYTES);
      if (answer !== null) udp.send(answer, from.port, from.address);
    });
    await new Promise<void>((resolve) => udp.bind(port, address, resolve));
    this.#tcp = tcp;
    this.#udp = udp;
    return port;
  }

  stop(): void {
    this.#udp?.close();
    this.#tcp?.close();
  }

  #answer(bytes: Buffer, limit: number): Buffer | null {
    const query = decode(bytes);
    const question = query.questions?.[0];
    if (question === undefined) return null;
    const name = question.name === "." ? "" : question.name.toLowerCase();
    this.questions.push(`${question.type} ${name}`);
    const raw = this.raw.get(name);
    if (raw !== undefined) return raw(query.id ?? 0);
    const flag = this.#flagOf(name);
    if (flag === "silent") return null;
    const head = (code: number, flags: number, answers: Answer[] = []): Buffer => {
      const whole = {
        type: "response" as const,
        questions: [question],
        answers,
        ...(query.id === undefined ? {} : { id: query.id }),
      };
      const encoded = encode({ ...whole, flags: flags | BITS.rd | BITS.ra | code });
      if (encoded.length <= limit) return encoded;
      return encode({ ...whole, answers: [], flags: flags | BITS.tc | BITS.rd | BITS.ra | code });
    };
    if (flag === "servfail" || (flag === "bogus" && !query.flag_cd)) return head(CODES.servfail, 0);
    const { code, answers } = this.#find(name, question.type);
    return head(code, flag === "secure" && this.validates ? BITS.ad : 0, answers);
  }

  #flagOf(name: string): ZoneFlag {
    const labels = name.split(".");
    for (let at = 0; at < labels.length; at += 1) {
      const flag = this.flags.get(labels.slice(at).join("."));
      if (flag !== undefined) return flag;
    }
    return this.flags.get("") ?? "secure";
  }

  #find(name: string, type: string, depth = 0): { code: number; answers: Answer[] } {
    const records = this.names.get(name);
    const exists = records !== undefined || [...this.names.keys()].some((each) => each.endsWith(`.${name}`));
    if (name === "" && type === "SOA") return { code: CODES.noerror, answers: [toAnswer("", "SOA", "ns.lab")] };
    if (!exists) return { code: name === "" || !name.includes(".") ? CODES.noerror : CODES.nxdomain, answers: [] };
    const alias = textsOf(records, "CNAME")[0];
    if (alias !== undefined && depth < 8) {
      const rest = this.#find(alias, type, depth + 1);
      return { code: rest.code, answers: [toAnswer(name, "CNAME", alias), ...rest.answers] };
    }
    return { code: CODES.noerror, answers: textsOf(records, type).map((text) => toAnswer(name, type, text)) };
  }
}

function textsOf(records: Records | undefined, type: string): readonly string[] {
  const found = Object.entries(records ?? {}).find(([each]) => each === type)?.[1];
  return typeof found === "function" ? found() : (found ?? []);
}

function toAnswer(name: string, type: string, text: string): Answer {
  const owner = { name: name === "" ? "." : name, ttl: 60 };
  const words = text.split(" ");
  switch (type) {
    case "MX":
      return { ...owner, type, data: { preference: Number(words[0]), exchange: words[1] ?? "." } };
    case "CAA":
      return {
        ...owner,
        type,
        data: {
          flags: Number(words[0]),
          tag: caaTag(words[1]),
          value: words.slice(2).join(" "),
          issuerCritical: false,
        },
      };
    case "TXT":
      // A record longer than 255 bytes consists of several strings.
      return { ...owner, type, data: text.match(/[\s\S]{1,250}/g) ?? [""] };
    case "TLSA":
      return { ...owner, type, data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) } };
    case "SOA":
      return { ...owner, type, data: { mname: text, rname: `hostmaster.${text}`, serial: 1 } };
    case "A":
    case "AAAA":
    case "NS":
    case "CNAME":
      return { ...owner, type, data: text };
    default:
      throw new Error(`The laboratory has no records of type ${type}.`);
  }
}

function caaTag(tag = ""): "issue" | "issuewild" | "iodef" {
  return tag === "issuewild" || tag === "iodef" ? tag : "issue";
}
