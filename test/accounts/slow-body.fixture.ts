import { setTimeout as sleep } from "node:timers/promises";

/** A body of which the last byte is sent when the test says so; by then the service has long known who sends it. */
export function slowBody(text: string) {
  const rest = Promise.withResolvers<void>();
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.subarray(0, -1));
      await rest.promise;
      controller.enqueue(bytes.subarray(-1));
      controller.close();
    },
  });
  const init: RequestInit & { readonly duplex: "half" } = { method: "POST", body, duplex: "half" };
  return { init, isUnderWay: sleep(500), finish: () => rest.resolve() };
}
