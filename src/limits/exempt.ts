import { contains, type Network, parseAddress, parseNetwork } from "./network.ts";

/** A network whose addresses share one bucket, larger than that of a single address. */
export interface ExemptNetwork extends Network {
  /** How many times the numbers of a rule the network may use. */
  readonly factor: number;
}

const DEFAULT_FACTOR = 50;
const HIGHEST_FACTOR = 1000;

/** Addresses whose network is remembered; a caller seldom comes once. */
const REMEMBERED = 4096;

/**
 * Reads `EXEMPT_CLIENTS`: networks separated by commas, each with an optional factor: `160.79.104.0/21*100`.
 * An IPv6 network must be a /64 or larger, because callers are counted by /64.
 * @throws Error naming the part that is wrong.
 */
export function parseExemptClients(text: string): readonly ExemptNetwork[] {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseExemptNetwork);
  const texts = networks.map((network) => network.text);
  const twice = texts.find((each, index) => texts.indexOf(each) !== index);
  if (twice !== undefined) throw new Error(`${twice} is given twice`);
  return networks;
}

function parseExemptNetwork(part: string): ExemptNetwork {
  const [address = "", factorText = String(DEFAULT_FACTOR), ...rest] = part.split("*").map((each) => each.trim());
  const network = parseNetwork(address);
  if (network === undefined || rest.length > 0) throw new Error(`${JSON.stringify(part)} is not a network`);
  if (network.prefix === 0) throw new Error(`${JSON.stringify(part)} would exempt every caller`);
  if (network.base.kind() === "ipv6" && network.prefix > 64) {
    throw new Error(`${JSON.stringify(part)} is smaller than a /64, by which IPv6 callers are counted`);
  }
  const factor = /^\d{1,4}$/.test(factorText) ? Number(factorText) : 0;
  if (factor < 1 || factor > HIGHEST_FACTOR) {
    throw new Error(`${JSON.stringify(part)} needs a factor from 1 to ${HIGHEST_FACTOR} after the asterisk`);
  }
  return { ...network, factor };
}

/**
 * Builds the look-up of the exempt network of a counted address; the smallest network that holds it wins.
 * The address is as `createClientAddress` gives it; an address that cannot be read is in no network.
 */
export function createExemptLookup(
  networks: readonly ExemptNetwork[],
): (countedAddress: string) => ExemptNetwork | undefined {
  if (networks.length === 0) return () => undefined;
  const smallestFirst = networks.toSorted((one, other) => other.prefix - one.prefix);
  const remembered = new Map<string, ExemptNetwork | undefined>();

  return (countedAddress) => {
    const known = remembered.get(countedAddress);
    if (known !== undefined || remembered.has(countedAddress)) return known;
    const address = parseAddress(countedAddress.split("/", 1)[0] ?? "");
    const found = address && smallestFirst.find((network) => contains(network, address));
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(countedAddress, found);
    return found;
  };
}
