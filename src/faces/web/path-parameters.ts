/** The parameters of a path, in their order. */
export function parametersIn(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

/** An address of a path with parameters, for tests. */
export function exampleOf(path: string): string {
  return path.replace(/:\w+/g, "0");
}

/** A path with the values that its parameters name. */
export function filled(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(values[name])));
}

/** A path as Hono reads it: with an ending behind it, a parameter takes only values that end so. */
export function routePattern(path: string): string {
  return path.replace(/:(\w+)\.(\w+)$/, ":$1{[^/]+\\.$2}");
}
