import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A certificate with its key, as servers need them. */
export interface Identity {
  /** The certificate and what the server sends behind it. */
  readonly pem: string;
  readonly key: KeyObject;
  readonly name: string;
}

export interface CertificateOptions {
  readonly name: string;
  /** DNS names of the subject alternative name. */
  readonly names?: readonly string[];
  readonly issuer?: Identity;
  readonly authority?: boolean;
  readonly from?: Date;
  readonly to?: Date;
  readonly key?: KeyObject;
  readonly hash?: "sha256" | "sha1";
}

const DAY = 86_400_000;

const OIDS = {
  commonName: [2, 5, 4, 3],
  alternativeName: [2, 5, 29, 17],
  constraints: [2, 5, 29, 19],
  ec_sha256: [1, 2, 840, 10045, 4, 3, 2],
  ec_sha1: [1, 2, 840, 10045, 4, 1],
  rsa_sha256: [1, 2, 840, 113549, 1, 1, 11],
  rsa_sha1: [1, 2, 840, 113549, 1, 1, 5],
} as const;

function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 0x80
      ? [body.length]
      : body.length < 0x100
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const sequence = (...content: readonly Buffer[]) => der(0x30, ...content);

function objectId([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from([40 * first + second, ...bytes]));
}

/** GeneralizedTime, which holds any year. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, "")));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(objectId(OIDS.commonName), der(0x0c, Buffer.from(name)))));
}

function extension(oid: readonly number[], value: Buffer): Buffer {
  return sequence(objectId(oid), der(0x04, value));
}

/** An EC key on P-256; the fastest to make. */
export function ecKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** An RSA key of so many bits. */
export function rsaKey(bits: number): KeyObject {
  return generateKeyPairSync("rsa", { modulusLength: bits }).privateKey;
}

/** Makes a certificate of any date, key and issuer; without an issuer it signs itself. */
export function makeCertificate(options: CertificateOptions): Identity {
  const { name, names = [], issuer, authority = false, key = ecKey(), hash = "sha256" } = options;
  const from = options.from ?? new Date(Date.now() - 30 * DAY);
  const to = options.to ?? new Date(Date.now() + 60 * DAY);
  const signer = issuer?.key ?? key;
  const algorithm = sequence(objectId(OIDS[`${signer.asymmetricKeyType === "rsa" ? "rsa" : "ec"}_${hash}`]));
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const alternative = sequence(...names.map((each) => der(0x82, Buffer.from(each))));
  const extensions = sequence(
    extension(OIDS.constraints, authority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence()),
    ...(names.length > 0 ? [extension(OIDS.alternativeName, alternative)] : []),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...randomBytes(8)])),
    algorithm,
    commonName(issuer?.name ?? name),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey,
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign(hash, body, signer));
  const base64 = sequence(body, algorithm, signature).toString("base64");
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`;
  return { pem, key, name };
}
