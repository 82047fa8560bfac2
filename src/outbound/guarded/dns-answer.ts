/** The kinds of records that a scan asks for. */
export const DNS_TYPES = ["A", "AAAA", "CAA", "MX", "NS", "SOA", "TLSA", "TXT"] as const;

export type DnsType = (typeof DNS_TYPES)[number];

export interface DnsQuestion {
  readonly name: string;
  readonly type: DnsType;
  /** Checking disabled: the resolver answers although the signature is wrong. */
  readonly cd?: boolean;
}

/** How a question ended. `other` is any further code, `limit` a question that was not sent. */
export const DNS_STATUSES = ["noerror", "nxdomain", "servfail", "refused", "other", "timeout", "limit"] as const;

export type DnsStatus = (typeof DNS_STATUSES)[number];

/** One record, its value as text: `10 mail.firma.sk` for MX, `0 issue ca.sk` for CAA, the joined strings for TXT. */
export interface DnsAnswer {
  readonly name: string;
  readonly type: DnsType;
  readonly cd: boolean;
  readonly status: DnsStatus;
  /** The resolver says that it checked the signature. */
  readonly ad: boolean;
  readonly values: readonly string[];
  /** Where aliases led, in the order of the answer. */
  readonly aliases: readonly string[];
}

/** Was the question answered, be it with "there is nothing"? */
export function isAnswered({ status }: Pick<DnsAnswer, "status">): boolean {
  return status === "noerror" || status === "nxdomain";
}
