import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Every address to which this process tries to connect over TCP, seen below the guard. */
export class SeenConnections {
  readonly addresses: string[] = [];
  readonly #see = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("socket" in message)) return;
    const socket = message.socket as Socket; // the channel's own type; node gives nothing else
    socket.on("connectionAttempt", (address: string) => this.addresses.push(address));
  };

  constructor() {
    subscribe("net.client.socket", this.#see);
  }

  end(): void {
    unsubscribe("net.client.socket", this.#see);
  }
}
