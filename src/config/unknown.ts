/** Names the file of settings where the command line does not; no setting itself. */
export const ENV_FILE_SETTING = "DOSAH_ENV_FILE";

/** Names of this prefix are ours, and we have none. */
const PREFIX = "DOSAH_";

/** A shorter name is too close to words of every machine: PORT and POST, HOST and HOME, RPO_URL and APP_URL. */
const SHORTEST = 8;

/**
 * Names that operators write for one of ours: what other programs call it, and slips of short names that are no words of
 * the machine.
 */
const MEANT: Readonly<Record<string, string>> = {
  PROT: "PORT",
  DATABASE: "DATABASE_URL",
  DB_URL: "DATABASE_URL",
  SMTP_URL: "MAIL_URL",
  BACKUP_DIR: "BACKUP_TO",
  TRUSTED_PROXIES: "TRUST_PROXY",
};

/** From here on, two slips are still the same name. */
const LONG = 10;

/** Names that many programs use and that are two letters from one of ours. */
const OF_OTHERS = new Set(["DATABASE_PORT", "DATABASE_DB", "HTTP_PROXY"]);

/**
 * The variables that somebody meant for us and that we do not know, each as a line that says what was probably meant.
 * The variables of the machine are none of our business, so a name counts only when it begins with `DOSAH_`, or when
 * it is a slip of one of our names that is not set itself. What Kubernetes sets for a Service named "dosah" is no
 * mistake of the operator.
 * @param set names and values of the variables that are set and not empty.
 * @param known the names of our settings.
 */
export function unknownSettings(set: ReadonlyMap<string, string>, known: readonly string[]): string[] {
  return [...set].flatMap(([name, value]) => {
    if (known.includes(name) || name === ENV_FILE_SETTING) return [];
    if (name.startsWith(PREFIX)) return isServiceLink(name, value) ? [] : [prefixed(name, known)];
    if (OF_OTHERS.has(name)) return [];
    const meant = meantBy(name, set) ?? known.find((each) => !set.has(each) && isSlip(name, each));
    return meant === undefined ? [] : [`${name}: unknown setting. Did you mean ${meant}?`];
  });
}

/** What the list says, unless the right name is set too: then the other one is of another program. */
function meantBy(name: string, set: ReadonlyMap<string, string>): string | undefined {
  const meant = Object.hasOwn(MEANT, name) ? MEANT[name] : undefined;
  return meant !== undefined && set.has(meant) ? undefined : meant;
}

function prefixed(name: string, known: readonly string[]): string {
  const bare = name.slice(PREFIX.length);
  const meant = known.find((each) => each === bare || isSlip(bare, each));
  return meant === undefined
    ? `${name}: unknown setting. Known: ${known.join(", ")}`
    : `${name}: unknown setting; settings have no prefix. Did you mean ${meant}?`;
}

function isServiceLink(name: string, value: string): boolean {
  return /_SERVICE_(HOST|PORT)(_[A-Z\d_]+)?$/.test(name) || /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(name)
    ? true
    : /_PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value);
}

/** True when a name is another one mistyped: underscores apart, or a slip or two in as many words. */
function isSlip(name: string, meant: string): boolean {
  if (!/^[A-Z][A-Z\d_]*$/.test(name) || meant.length < SHORTEST) return false;
  if (name.replaceAll("_", "") === meant.replaceAll("_", "")) return true;
  if (name.split("_").length !== meant.split("_").length) return false;
  const most = meant.length >= LONG ? 2 : 1;
  return Math.abs(name.length - meant.length) <= most && distance(name, meant) <= most;
}

/** Letters to insert, delete, change or swap with their neighbour to make one word of the other. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + change,
        isSwap && row > 1 ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
