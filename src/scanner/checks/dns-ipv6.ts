import { addressesOf, nameServersOf } from "../formats/name-servers.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Are web and name servers reachable over IPv6? For information only. */
export const dnsIpv6 = defineCheck({
  id: "dns.ipv6",
  weight: 0,
  profile: "public",
  article: ["e"],
  outcomes: { both: "info", web_only: "info", name_servers_only: "info", neither: "info" },
  judge: (record) => {
    const lookup = answersOf(record);
    const web = lookup(record.webHost ?? record.domain, "AAAA").values.length > 0;
    const servers = nameServersOf(lookup, record.domain, record.registrable).values;
    const dns = addressesOf(lookup, servers).addresses.some((address) => address.includes(":"));
    if (web) return { reason: dns ? "both" : "web_only" };
    return { reason: dns ? "name_servers_only" : "neither" };
  },
});
