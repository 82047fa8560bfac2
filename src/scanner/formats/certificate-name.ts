/** Does a name of a certificate cover a host (RFC 9525 6.3)? A wildcard stands for exactly the first label. */
export function certificateCovers(names: readonly string[], host: string): boolean {
  return names.some((written) => {
    const name = written.toLowerCase().replace(/\.$/, "");
    if (!name.startsWith("*.")) return name === host;
    const [, ...rest] = host.split(".");
    return rest.length >= 2 && rest.join(".") === name.slice(2);
  });
}
