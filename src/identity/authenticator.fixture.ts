import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What the authenticator is made to do wrong; default: nothing. */
export interface AuthenticatorFaults {
  readonly origin?: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  readonly counter?: number;
  readonly signature?: Uint8Array;
  readonly type?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator in software (WebAuthn level 3, ES256, attestation "none"): it answers as a browser would. */
export function createAuthenticator(baseUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  const { origin, hostname } = new URL(baseUrl);
  let counter = 0;

  const clientData = (type: string, challenge: string, faults: AuthenticatorFaults) =>
    Buffer.from(
      JSON.stringify({ type: faults.type ?? type, challenge, origin: faults.origin ?? origin, crossOrigin: false }),
    );

  const head = (faults: AuthenticatorFaults, flags: number) => {
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(faults.counter ?? ++counter);
    const verified = faults.userVerified === false ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(faults.rpId ?? hostname),
      Buffer.from([USER_PRESENT | verified | flags]),
      counterBytes,
    ]);
  };

  const common = {
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
  };

  return {
    id: common.id,
    register: (challenge: string, faults: AuthenticatorFaults = {}): string => {
      const key = new Map<number, number | Uint8Array>([
        [1, 2], // kty: EC2
        [3, -7], // alg: ES256
        [-1, 1], // crv: P-256
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([head(faults, HAS_CREDENTIAL), Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<number, number> | Uint8Array>([
          ["fmt", "none"],
          ["attStmt", new Map<number, number>()],
          ["authData", new Uint8Array(authData)],
        ]),
      );
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, faults).toString("base64url"),
          attestationObject: Buffer.from(attestationObject).toString("base64url"),
        },
      });
    },
    signIn: (challenge: string, faults: AuthenticatorFaults = {}): string => {
      const data = clientData("webauthn.get", challenge, faults);
      const authenticatorData = head(faults, 0);
      const signature = createSign("sha256").update(authenticatorData).update(sha256(data)).sign(privateKey);
      return JSON.stringify({
        ...common,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: Buffer.from(faults.signature ?? signature).toString("base64url"),
        },
      });
    },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
