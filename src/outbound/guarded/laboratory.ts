import { BlockList, isIP } from "node:net";
import { add, contains } from "./addresses.ts";

/** A closed network for tests: nothing outside it is reached, and ports stand for others. */
export interface Laboratory {
  /** Is the address inside it? */
  admits(address: string): boolean;
  /** The port that stands for a port of a URL or of a protocol. */
  portFor(port: number): number;
}

/**
 * Reads `127.77.0.0/16,80:18080,443:18443,25:18025`: the network, then which port stands for which.
 * @throws RangeError for anything else.
 */
export function readLaboratory(text: string): Laboratory {
  const [network = "", ...mappings] = text.split(",").map((part) => part.trim());
  const [address = "", prefix = ""] = network.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) {
    throw new RangeError("does not begin with a network such as 127.77.0.0/16");
  }
  const list = new BlockList();
  add(list, network);
  const ports = new Map(mappings.map(readMapping));
  return { admits: (each) => contains(list, each), portFor: (port) => ports.get(port) ?? port };
}

function readMapping(text: string): [number, number] {
  const [from, to] = (/^(\d{1,5}):(\d{1,5})$/.exec(text)?.slice(1) ?? []).map(Number);
  if (from === undefined || to === undefined || from > 65_535 || to > 65_535 || to === 0) {
    throw new RangeError("holds a mapping of ports that is not PORT:PORT");
  }
  return [from, to];
}
