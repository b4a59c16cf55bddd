// A way to the service that loses answers, cuts connections, falls silent and refuses, as a test wants it.

import { connect, createServer } from "node:net";

export class UnsteadyProxy {
  connections = 0;
  /** Number of answers that are still to be lost. */
  losses = 0;
  /** Bytes of answers after which a connection is cut. */
  cutAfter = Infinity;
  /** Bytes of answers after which the next connection falls silent. */
  silentAfter = Infinity;
  /** Answers to give in place of the service's. @type {string[]} */
  refusals = [];
  url = "";
  /** @type {Set<import("node:net").Socket>} */
  #open = new Set();
  /** @type {import("node:net").Server} */
  #server;

  /** @param {string} service */
  constructor(service) {
    const { hostname, port } = new URL(service);
    this.#server = createServer((client) => this.#carry(client, connect(Number(port), hostname)));
  }

  async listen() {
    await new Promise((done) => this.#server.listen(0, "127.0.0.1", () => done(undefined)));
    const address = /** @type {import("node:net").AddressInfo} */ (this.#server.address());
    this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  close() {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  /** @param {import("node:net").Socket} client @param {import("node:net").Socket} service */
  #carry(client, service) {
    this.connections += 1;
    let carried = 0;
    let isSilent = false;
    const end = () => [client, service].forEach((socket) => socket.destroySoon());
    for (const socket of [client, service]) {
      this.#open.add(socket);
      socket.on("error", end).on("close", end);
    }
    client.on("data", (data) => {
      const refusal = this.refusals.shift();
      if (refusal === undefined) return service.write(data);
      client.write(refusal);
      return end();
    });
    service.on("data", (data) => {
      if (isSilent) return;
      if (this.losses > 0) {
        this.losses -= 1;
        end();
      } else if (carried + data.length > this.silentAfter) {
        this.silentAfter = Infinity;
        isSilent = true;
      } else {
        client.write(data.subarray(0, this.cutAfter - carried));
        carried += data.length;
        if (carried > this.cutAfter) end();
      }
    });
  }
}

/** @param {string} status @param {number} [retryAfter] */
export function refusal(status, retryAfter) {
  const wait = retryAfter === undefined ? "" : `Retry-After: ${retryAfter}\r\n`;
  return `HTTP/1.1 ${status}\r\n${wait}Content-Length: 0\r\nConnection: close\r\n\r\n`;
}
