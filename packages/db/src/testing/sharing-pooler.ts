import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { toNetworkUrl } from './test-server.ts';

/** One message of the protocol is its letter, its length, and so many bytes less the letter. */
const headBytes = 5;

const [readyForQuery, idle] = ['Z'.charCodeAt(0), 'I'.charCodeAt(0)];

type Session = { socket: Socket; client: Socket | undefined; rest: Buffer };

/**
 * Stands between a process and the database as a pooler that shares sessions does (PgBouncer, `pool_mode =
 * transaction`): each transaction gets whichever session is free, the one used last first, and what the server says to a
 * session that nobody has is lost. Each client signs in on a session of its own, which then belongs to all.
 */
export async function openSharingPooler(databaseUrl: string) {
  const target = toNetworkUrl(databaseUrl);
  const sockets = new Set<Socket>();
  const free: Session[] = [];
  const waiting: { client: Socket; bytes: Buffer }[] = [];

  const give = (session: Session, { client, bytes }: { client: Socket; bytes: Buffer }) => {
    session.client = client;
    session.socket.write(bytes);
  };
  const release = (session: Session) => {
    session.client = undefined;
    const next = waiting.shift();
    if (next) give(session, next);
    else free.push(session);
  };
  const server = createServer((client) => {
    const socket = connect(Number(target.port), target.hostname);
    const signedIn: Session = { socket, client, rest: Buffer.alloc(0) };
    let isSignedIn = false;
    for (const one of [client, socket]) {
      sockets.add(one);
      one.on('error', () => {});
    }
    socket.on('data', (bytes) => {
      signedIn.client?.write(bytes);
      if (!endsTransaction(signedIn, bytes)) return;
      isSignedIn = true;
      release(signedIn);
    });
    client.on('data', (bytes) => {
      const own = sessions.find((session) => session.client === client);
      if (!isSignedIn) socket.write(bytes);
      else if (own) own.socket.write(bytes);
      // The session that was used last.
      else if (bytes[0] !== 'X'.charCodeAt(0)) take(client, bytes);
    });
    sessions.push(signedIn);
  }).listen(0, '127.0.0.1');
  const sessions: Session[] = [];
  const take = (client: Socket, bytes: Buffer) => {
    const session = free.pop();
    if (session) give(session, { client, bytes });
    else waiting.push({ client, bytes });
  };
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns whether the server says in these bytes that it is ready and in no transaction. */
function endsTransaction(session: Session, bytes: Buffer): boolean {
  let ended = false;
  let rest = Buffer.concat([session.rest, bytes]);
  while (rest.length >= headBytes) {
    const length = 1 + rest.readUInt32BE(1);
    if (rest.length < length) break;
    ended = rest[0] === readyForQuery && rest[headBytes] === idle;
    rest = rest.subarray(length);
  }
  session.rest = rest;
  return ended;
}
