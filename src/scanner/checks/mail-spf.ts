import { judgeSpf } from "../formats/spf.ts";
import { answersOf, mailDomainOf } from "../observation.ts";
import { defineCheck } from "./check.ts";
import { mailHosts } from "./gates.ts";

/** Does the domain say who may send mail in its name (RFC 7208)? */
export const mailSpf = defineCheck({
  id: "mail.spf",
  weight: 3,
  profile: "public",
  article: ["h"],
  outcomes: {
    strict: "pass",
    neutral_all: "warn",
    no_all: "warn",
    ptr: "warn",
    missing: "fail",
    multiple: "fail",
    syntax: "fail",
    too_many_lookups: "fail",
    too_many_void_lookups: "fail",
    plus_all: "fail",
    open_networks: "fail",
    include_without_record: "fail",
  },
  judge: (record) => {
    const mail = mailHosts(record);
    if ("closed" in mail) return mail.closed;
    const { result, record: text } = judgeSpf(answersOf(record), mailDomainOf(record));
    return { reason: result, untrusted: { record: text } };
  },
});
