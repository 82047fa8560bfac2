import { AUTHENTIC_DATA, CHECKING_DISABLED, type DecodedPacket, decode, encode, RECURSION_DESIRED } from "dns-packet";
import type { DnsAnswer, DnsQuestion, DnsStatus, DnsType } from "./dns-answer.ts";

/** Largest answer over UDP (avoids fragments), announced in the question. */
export const UDP_BYTES = 1232;

/** Records of one answer, and characters of one record, that are kept. */
const MAX_RECORDS = 200;
const MAX_VALUE = 4096;

/** The bytes of a question: recursion desired, AD and DO set, so that the answer says whether it was validated. */
export function encodeQuestion(id: number, { name, type, cd = false }: DnsQuestion): Buffer {
  return encode({
    type: "query",
    id,
    flags: RECURSION_DESIRED | AUTHENTIC_DATA | (cd ? CHECKING_DISABLED : 0),
    questions: [{ type, name: name === "" ? "." : name }],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: UDP_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: 0x8000,
        flag_do: true,
        options: [],
      },
    ],
  });
}

/** An answer, or "truncated": ask again over TCP. */
export type DecodedAnswer = DnsAnswer | "truncated";

/**
 * Reads the bytes of an answer.
 * @returns null where they are no answer to this question: wrong id, another name, not readable.
 */
export function decodeAnswer(bytes: Buffer, id: number, question: DnsQuestion): DecodedAnswer | null {
  const packet = read(bytes);
  if (packet === null || packet.id !== id || packet.type !== "response") return null;
  const [asked, ...more] = packet.questions ?? [];
  if (asked === undefined || more.length > 0) return null;
  if (asked.type !== question.type || lower(asked.name) !== lower(question.name)) return null;
  if (packet.flag_tc) return "truncated";
  const records = (packet.answers ?? []).slice(0, MAX_RECORDS);
  const aliases = records.flatMap((record) => (record.type === "CNAME" ? [lower(record.data)] : []));
  const values = records
    .filter(({ type }) => type === question.type)
    .map((record) => recordText(record).slice(0, MAX_VALUE));
  return {
    name: lower(question.name),
    type: question.type,
    cd: question.cd === true,
    status: statusOf(packet),
    ad: packet.flag_ad,
    values,
    aliases,
  };
}

function read(bytes: Buffer): DecodedPacket | null {
  try {
    return decode(bytes);
  } catch {
    return null; // the bytes are foreign: whatever the reader stumbles over, they are no answer
  }
}

type DecodedRecord = NonNullable<DecodedPacket["answers"]>[number];

function recordText(record: DecodedRecord): string {
  switch (record.type) {
    case "A":
    case "AAAA":
      return record.data;
    case "NS":
      return lower(record.data);
    case "MX":
      return `${record.data.preference ?? 0} ${lower(record.data.exchange)}`;
    case "TXT":
      return textOf(record.data);
    case "CAA":
      return `${record.data.flags ?? 0} ${record.data.tag} ${record.data.value}`;
    case "TLSA":
      return `${record.data.usage} ${record.data.selector} ${record.data.matchingType}`;
    case "SOA":
      return lower(record.data.mname);
    default:
      return "";
  }
}

/** The strings of a TXT record, joined without blanks (RFC 7208 3.3). */
function textOf(data: string | Buffer | (string | Buffer)[]): string {
  const strings = Array.isArray(data) ? data : [data];
  return Buffer.concat(strings.map((each) => (typeof each === "string" ? Buffer.from(each) : each))).toString("utf8");
}

function statusOf(packet: DecodedPacket): DnsStatus {
  // The types of the package leave the code out; it stands beside the flags.
  const code = "rcode" in packet ? packet.rcode : undefined;
  if (code === "NOERROR") return "noerror";
  if (code === "NXDOMAIN") return "nxdomain";
  if (code === "SERVFAIL") return "servfail";
  return code === "REFUSED" ? "refused" : "other";
}

/** Names are compared in lower case and without the dot of the root. */
export function lower(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** A question that was never answered, or not sent. */
export function unanswered({ name, type, cd = false }: DnsQuestion, status: "timeout" | "limit" | "other"): DnsAnswer {
  return { name: lower(name), type: type satisfies DnsType, cd, status, ad: false, values: [], aliases: [] };
}
