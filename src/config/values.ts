import { isIP } from "node:net";
import { z } from "zod";
import { readVerifyingKey } from "../sources/registers/snapshot/publishing/minisign.ts";

/** Longer values are cut in an error line. */
const SHOWN = 60;

/** A value as an error line shows it: quoted, escaped, cut. Never for an address: that may hold a password. */
function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

/**
 * Makes a parser of a setting from a function that returns the value or throws an Error whose message says what is
 * wrong, as the rest of the line `NAME: ...`.
 */
export function value<T>(read: (text: string) => T): z.ZodType<T, string> {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
      return z.NEVER;
    }
  });
}

/** The entries of a comma-separated list. */
function entriesOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** A time of day on the clocks of Slovakia and Czechia. */
export const timeOfDay = value((text) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new Error(`${quoted(text)} is not a time of day such as 06:30`);
  return text;
});

export const port = value((text) => {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 65_535) throw new Error(`${quoted(text)} is not a port (1-65535)`);
  return number;
});

/** A number of days, up to ten years. */
export const days = daysFrom(1);

/** A number of days, from a fewest one up to ten years. */
export function daysFrom(fewest: number): z.ZodType<number, string> {
  return value((text) => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (number < fewest || number > 3_650) throw new Error(`${quoted(text)} is not a number of days (${fewest}-3650)`);
    return number;
  });
}

/** A share of a whole, in percent. */
export const percent = value((text) => {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 100) throw new Error(`${quoted(text)} is not a share in percent (1-100)`);
  return number;
});

/** An amount of memory in MiB; 0 is none. */
export const mebibytes = value((text) => {
  if (!/^\d{1,4}$/.test(text)) throw new Error(`${quoted(text)} is not an amount of memory in MiB (0-9999)`);
  return Number(text);
});

/** A number from 1 up to a most one. */
function upTo(most: number, what: string): z.ZodType<number, string> {
  return value((text) => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (number < 1 || number > most) throw new Error(`${quoted(text)} is not a number of ${what} (1-${most})`);
    return number;
  });
}

/** How many connections to a database there may be. */
export const connections = upTo(999, "connections");

/** How many quick checks wait. */
export const waitingChecks = upTo(10_000, "checks");

/** How many domain scans run at once. */
export const scansAtOnce = upTo(100, "scans");

/** How long a job may take; less than a day. */
export const minutes = upTo(1_439, "minutes");

/** A public key in the form of minisign. */
export const snapshotKey = value((text) => {
  const key = readVerifyingKey(text);
  if (key === undefined) throw new Error("the value is not a public key of minisign (56 characters, RW…)");
  return key;
});

/** How long a stop goes on serving: at most 8 seconds, because a stop is over in 10. */
export const drainSeconds = value((text) => {
  const number = /^\d$/.test(text) ? Number(text) : 9;
  if (number > 8) throw new Error(`${quoted(text)} is not a number of seconds (0-8)`);
  return number;
});

/** 32 bytes in base64. The line never shows the value. */
export const secretKey = value((text) => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 32 || bytes.toString("base64").replaceAll("=", "") !== text.replaceAll("=", "")) {
    throw new Error("the value is not 32 bytes in base64");
  }
  return text;
});

/** A word that stands in log lines. */
export const label = value((text) => {
  if (!/^[\w.-]{1,64}$/.test(text)) throw new Error(`${quoted(text)} is not a label (letters, digits, - _ .)`);
  return text;
});

/** Where to listen: an IP address, with or without brackets, or a host name. */
export const host = value((text) => {
  const bare = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
  const isName = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(bare);
  // A name that ends in a number is an address gone wrong: 127.0.0.256.
  if (isIP(bare) === 0 && (!isName || /(^|\.)\d+\.?$/.test(bare))) {
    throw new Error(`${quoted(text)} is not a host name or an IP address`);
  }
  return bare;
});

export const path = value((text) => text);

/** One word of a list. */
export function oneOf<const Words extends readonly string[]>(words: Words): z.ZodType<Words[number], string> {
  return value((text) => {
    const word = words.find((each) => each === text);
    if (word === undefined) throw new Error(`${quoted(text)} is not one of ${words.join(", ")}`);
    return word;
  });
}

export const flag = value((text) => {
  if (text !== "1" && text !== "0") throw new Error(`${quoted(text)} is neither 1 nor 0`);
  return text === "1";
});

/** The address of a service: no slash at the end, and nothing that the service's paths could not be put behind. */
export const serviceUrl = value((text) => {
  const url = httpUrl(text);
  if (url.search !== "" || url.hash !== "") throw new Error("the address must not have a query or a fragment");
  return withoutSlash(url.href);
});

/** The address of one file, perhaps with a query that lets one in. */
export const fileUrl = value((text) => {
  const url = httpUrl(text);
  if (url.pathname.endsWith("/")) throw new Error("the address must be that of a file, not of a folder");
  if (url.hash !== "") throw new Error("the address must not have a fragment");
  return url.href;
});

/** The address of an identity provider: without TLS only on this very machine. */
export const issuerUrl = value((text) => {
  const url = httpUrl(text);
  if (url.search !== "" || url.hash !== "") throw new Error("the address must not have a query or a fragment");
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === "http:" && !isLoopback) throw new Error("an identity provider is reached by https only");
  return text;
});

/** The public address: scheme, host and port only, because pages, links and cookies live at the root. */
export const publicUrl = value((text) => {
  const url = httpUrl(text);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new Error("the address must be scheme, host and port only: a path is not supported");
  }
  if (url.hostname === "0.0.0.0" || url.hostname === "[::]") {
    throw new Error(`${url.hostname} is where to listen, not an address that anybody can call; set it as HOST`);
  }
  return url.origin;
});

/** Where people may write to: an e-mail address as `mailto:`, or a page. */
export const contact = value((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "mailto:" && /^[^\s@]+@[^\s@]+$/.test(url.pathname)) return url.href;
  if (url?.protocol !== "https:" || !/^https:\/\//i.test(text)) {
    throw new Error("the value is neither an e-mail address with mailto: in front nor an address with https://");
  }
  return httpUrl(text).href;
});

/** A page that people are led to: `https://`. */
export const securePage = value((text) => {
  if (!/^https:\/\//i.test(text)) throw new Error("the value is not an address that begins with https://");
  return httpUrl(text).href;
});

/** Text in one line of at most so many characters, without control characters. */
export const line = (most: number) =>
  value((text) => {
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text))
      throw new Error("the value holds a control character or a second line");
    if ([...text].length > most) throw new Error(`the value is longer than ${most} characters`);
    return text;
  });

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text)) {
    throw new Error("the value is not an address that begins with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") throw new Error("the address must not hold a user or a password");
  return url;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

/** What the address of a database may say after the question mark, where a slip would otherwise be a server that is down. */
const DATABASE_WORDS: Readonly<Record<string, readonly string[]>> = {
  sslmode: ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
  pgbouncer: ["0", "1", "true", "false"],
};

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

export const databaseUrl = value((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPostgres = url !== undefined && /^postgres(ql)?:$/.test(url.protocol);
  if (!isPostgres || (url.hostname === "" && !url.searchParams.has("host"))) {
    throw new Error("the value is not an address that begins with postgres:// and names a host");
  }
  if (![url.username, url.password, url.hostname, url.pathname].every(isDecodable)) {
    throw new Error("the address has a % that begins no character; in a password it is written %25");
  }
  for (const [name, words] of Object.entries(DATABASE_WORDS)) {
    const word = url.searchParams.get(name);
    if (word !== null && !words.includes(word)) {
      throw new Error(`${name} is not one of ${words.join(", ")}`);
    }
  }
  return text;
});

/** A mail server. The line never shows the value: it may hold a password. */
export const mailUrl = value((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error("the value is not an address that begins with smtp:// or smtps:// and names a host");
  }
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "") {
    throw new Error("after the host and the port nothing may stand");
  }
  return text;
});

/** A sender: an e-mail address, alone or in angle brackets behind a name. */
export const mailbox = value((text) => {
  const address = /^[^<>\p{C}]*<([^<>\s]+)>$/u.exec(text)?.[1] ?? text;
  if (!/^[^\s@<>\p{C}]+@[^\s@<>\p{C}]+$/u.test(address)) {
    throw new Error(`${quoted(text)} is neither an e-mail address nor a name with one in angle brackets`);
  }
  return text;
});

/** Valkey speaks the same protocol, so its schemes are read as those of Redis, which the client knows. */
export const redisUrl = value((text) => {
  const plain = text.replace(/^valkey(s?):/i, "redis$1:");
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol) || url.hostname === "") {
    throw new Error("the value is not an address that begins with redis://, rediss:// or valkey:// and names a host");
  }
  if (!/^(\/\d*)?$/.test(url.pathname)) throw new Error("after the host only the number of a database may stand");
  return plain;
});

/** Browser origins, each as a browser writes it in `Origin`. */
/** Private schemes of addresses, without the colon. */
export const schemes = value((text) =>
  entriesOf(text).map((part) => {
    if (
      !/^[a-z][a-z\d+-]*$/.test(part) ||
      ["http", "https", "javascript", "data", "file", "blob", "about"].includes(part)
    ) {
      throw new Error(`${quoted(part)} is not a private scheme`);
    }
    return part;
  }),
);

export const origins = value((text) =>
  entriesOf(text).map((part) => {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    if (url !== undefined && /^https?:$/.test(url.protocol)) {
      if (withoutSlash(url.href) === url.origin) return url.origin;
    } else if (/^[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+$/i.test(part)) return part;
    throw new Error(`${quoted(part)} is not an origin (scheme, host and port)`);
  }),
);
