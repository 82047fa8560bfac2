import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { z } from "zod";
import type { Finding } from "../../capabilities/operation/doctor-texts.ts";
import { lookUpSecretsKey } from "../../config/secrets-key.ts";
import type { Config } from "../../config.ts";
import { createSealing } from "../../identity/sealing.ts";
import { createTrustedProxyCheck } from "../../limits/client-address.ts";
import type { Network } from "../../limits/network.ts";
import { askSelf, QUESTION_HEADER, type SelfAnswer } from "./self-question.ts";
import { reasonOf } from "./server-checks.ts";

const ANSWER_MS = 5_000;
const MAX_BYTES = 65_536;

const answerSchema = z.object({
  doctor: z.object({
    proof: z.string(),
    instance: z.string(),
    address: z.string(),
    peer: z.string(),
    isForwarded: z.boolean(),
    isPeerTrusted: z.boolean(),
  }),
});

/**
 * Asks this installation through its public address: is it there, is it this one, and which address of a caller does it
 * count?
 * @param isPublicAddressSet false where BASE_URL is the default and the service may simply not run yet
 */
export async function checkAddress(
  config: Pick<Config, "baseUrl" | "secretsKey" | "dataDir" | "trustProxy">,
  isPublicAddressSet: boolean,
): Promise<readonly Finding[]> {
  const { baseUrl: address, trustProxy } = config;
  const check = "base_url";
  const unknown: Finding = { check: "trust_proxy", code: "proxy_unknown" };
  const key = lookUpSecretsKey(config);
  const question = key === undefined ? undefined : askSelf(createSealing(key));
  let body: string;
  try {
    body = await ask(new URL("/readyz", address), question?.header ?? "");
  } catch (cause) {
    const code = isPublicAddressSet ? "address_unreachable" : "address_not_running";
    return [{ check, code, values: { address, problem: reasonOf(cause) } }, unknown];
  }
  const answer = answerSchema.safeParse(parsed(body)).data?.doctor;
  if (answer === undefined || answer.proof !== question?.proof)
    return [{ check, code: "address_other", values: { address } }, unknown];
  return [
    { check, code: "address_ok", values: { address, instance: answer.instance } },
    judgeProxy(answer, trustProxy.length > 0, createTrustedProxyCheck(trustProxy)),
  ];
}

/** Does this installation answer there? @throws where nobody does */
export async function isOwnAnswer(config: Pick<Config, "secretsKey" | "dataDir">, url: URL): Promise<boolean> {
  const key = lookUpSecretsKey(config);
  const question = key === undefined ? undefined : askSelf(createSealing(key));
  const answer = answerSchema.safeParse(parsed(await ask(url, question?.header ?? ""))).data?.doctor;
  return answer !== undefined && answer.proof === question?.proof;
}

/** Networks of TRUST_PROXY that are wider than a proxy needs: above /16 of IPv4 or /48 of IPv6, but this machine. */
export function wideProxies(trustProxy: readonly Network[]): readonly Finding[] {
  const wide = trustProxy.filter(
    ({ base, prefix }) => base.range() !== "loopback" && prefix < (base.kind() === "ipv4" ? 16 : 48),
  );
  if (wide.length === 0) return [];
  const networks = wide.map(({ text }) => text).join(", ");
  return [{ check: "trust_proxy", code: "proxy_wide", values: { networks } }];
}

/** Whether callers behind a proxy are distinguished. */
export function judgeProxy(
  { address, peer, isForwarded, isPeerTrusted }: SelfAnswer,
  isTrustSet: boolean,
  isTrusted: (address: string) => boolean,
): Finding {
  const check = "trust_proxy";
  if (!isForwarded) return { check, code: isTrustSet ? "proxy_without_address" : "proxy_none" };
  if (!isPeerTrusted) return { check, code: "proxy_not_trusted", values: { address: peer } };
  // A second proxy behind the first: its address is the last that is believed, and everybody behind it is one caller.
  const isItself = address === peer && !isTrusted(address);
  return isItself
    ? { check, code: "proxy_not_trusted", values: { address } }
    : { check, code: "proxy_ok", values: { address } };
}

function ask(url: URL, question: string): Promise<string> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const headers = question === "" ? {} : { [QUESTION_HEADER]: question };
    const request = send(url, { headers, agent: false, signal: AbortSignal.timeout(ANSWER_MS) }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        if (text.length > MAX_BYTES) response.destroy(new Error("the answer is too long"));
      });
      response.on("end", () => resolve(text));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
