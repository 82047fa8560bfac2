import { isAnswered } from "../../outbound/guarded/dns-answer.ts";
import { addressesOf, nameServersOf, networks } from "../formats/name-servers.ts";
import { answersOf } from "../observation.ts";
import { defineCheck } from "./check.ts";

/** Does the domain stay reachable when one name server, or one network, is down? */
export const dnsNameservers = defineCheck({
  id: "dns.nameservers",
  weight: 1,
  profile: "public",
  article: ["c", "e"],
  outcomes: { several_networks: "pass", one_network: "warn", single: "fail" },
  judge: (record) => {
    const lookup = answersOf(record);
    const answer = nameServersOf(lookup, record.domain, record.registrable);
    if (!isAnswered(answer)) return { reason: "dns_failed" };
    const servers = [...new Set(answer.values)];
    const untrusted = { servers };
    if (servers.length < 2) return { reason: "single", untrusted };
    const { addresses, complete } = addressesOf(lookup, servers);
    if (networks(addresses) >= 2) return { reason: "several_networks", untrusted };
    return complete ? { reason: "one_network", untrusted } : { reason: "dns_failed" };
  },
});
