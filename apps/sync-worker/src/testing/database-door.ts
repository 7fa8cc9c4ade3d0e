import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { toNetworkUrl } from '@picksync/db/testing';

type Passage = { near: Socket; far: Socket };

/** A way to the database that can be shut, cut or frozen without touching the server, which others use as well. */
export async function openDatabaseDoor(databaseUrl: string) {
  const to = toNetworkUrl(databaseUrl);
  const passages = new Set<Passage>();
  let isShut = false;

  const server = createServer((near) => {
    if (isShut) return void near.destroy();
    const far = dial({ host: to.hostname, port: Number(to.port) });
    const passage = { near, far };
    passages.add(passage);
    near.pipe(far).pipe(near);
    const end = () => {
      passages.delete(passage);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.once('error', end).once('close', end);
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);

  const cut = () => {
    for (const { near, far } of passages) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    url: url.href,
    /** The ports the server sees its clients at, as `pg_stat_activity` lists them. */
    ports: () => [...passages].map(({ far }) => far.localPort ?? 0),
    /** Ends every connection and takes no new ones, as a server that is restarted. */
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => {
      isShut = false;
    },
    /** Passes nothing on any more on the connections there are, and tells nobody, as a network that lost its memory. */
    freeze: () => {
      for (const { near, far } of passages) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
