import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { toNetworkUrl } from './test-server.ts';

/**
 * Stands between a process and the database. Connections that are silenced stand for ever and pass nothing on, as when
 * the machine behind them has gone without a word; later ones work.
 */
export async function openSilencingProxy(databaseUrl: string) {
  const target = toNetworkUrl(databaseUrl);
  const sockets = new Set<Socket>();
  let generation = 0;
  const server = createServer((near) => {
    const born = generation;
    const isAlive = () => born === generation;
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => isAlive() && to.write(chunk));
      from.on('close', () => isAlive() && to.destroy());
      from.on('error', () => {});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: () => {
      generation += 1;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
