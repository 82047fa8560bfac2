import { decodeJwt, decodeProtectedHeader } from "jose";
import type { AuthMethod } from "./client-metadata.ts";

/** Who a request to the token endpoint says it is, before anything is verified. */
export interface StatedClient {
  readonly id: string;
  readonly method: AuthMethod;
  /** Of an assertion the key that it names. */
  readonly kid: string | undefined;
}

/** Reads the id of the client where it stands: in the form, in the header, or in the assertion. `undefined`: nowhere. */
export function statedClient(form: URLSearchParams, authorization: string | undefined): StatedClient | undefined {
  const inForm = form.get("client_id") ?? undefined;
  const assertion = form.get("client_assertion");
  if (assertion !== null) {
    const { sub, kid } = readAssertion(assertion);
    const id = sub ?? inForm;
    return id === undefined ? undefined : { id, method: "private_key_jwt", kid };
  }
  if (authorization !== undefined) {
    const id = basicId(authorization) ?? inForm;
    return id === undefined ? undefined : { id, method: "client_secret_basic", kid: undefined };
  }
  if (inForm === undefined) return undefined;
  return { id: inForm, method: form.has("client_secret") ? "client_secret_post" : "none", kid: undefined };
}

function readAssertion(assertion: string): { sub: string | undefined; kid: string | undefined } {
  try {
    return { sub: decodeJwt(assertion).sub, kid: decodeProtectedHeader(assertion).kid };
  } catch {
    return { sub: undefined, kid: undefined };
  }
}

function basicId(authorization: string): string | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [id = ""] = Buffer.from(encoded, "base64").toString("utf8").split(":", 1);
  try {
    return decodeURIComponent(id.replaceAll("+", "%20"));
  } catch {
    return undefined;
  }
}
