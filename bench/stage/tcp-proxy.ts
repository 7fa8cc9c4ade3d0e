import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy in front of a server, which can fall silent or be cut while the server itself is well. */
export type TcpProxy = {
  /** The address with its own port instead of the server's. */
  through: (url: string) => string;
  /** Takes connections and passes nothing on, in the middle of an answer too, and tells nobody. */
  fallSilent: () => void;
  /** Ends the connections that are there, in the middle of an answer too. */
  cut: () => void;
  /** Passes everything on again. What was silent is cut: neither side knows the other any more. */
  restore: () => void;
  close: () => Promise<void>;
};

/** Opens a TCP proxy in front of a server. With `delayMs`, all that the server sends comes that much later. */
export async function openTcpProxy(server: string, { delayMs = 0 } = {}): Promise<TcpProxy> {
  const { hostname: host, port } = new URL(server);
  const ends = new Set<() => void>();
  const pairs = new Map<Socket, Socket>();
  let isSilent = false;

  const entry = createServer((near) => {
    const far = dial({ host, port: Number(port) });
    pairs.set(near, far);
    const end = () => {
      ends.delete(end);
      pairs.delete(near);
      near.destroy();
      far.destroy();
    };
    ends.add(end);
    for (const socket of [near, far]) socket.once('error', end).once('close', end);
    if (isSilent) silence(near, far);
    else if (delayMs === 0) near.pipe(far).pipe(near);
    else near.pipe(far).pipe(createDelay(delayMs)).pipe(near);
  });
  entry.listen(0, '127.0.0.1');
  await once(entry, 'listening');
  const ownPort = String((entry.address() as AddressInfo).port);
  const cut = () => {
    for (const end of [...ends]) end();
  };

  return {
    through: (url) => {
      const other = new URL(url);
      other.host = `127.0.0.1:${ownPort}`;
      return other.href.replace(/\/$/, '');
    },
    fallSilent: () => {
      isSilent = true;
      for (const [near, far] of pairs) silence(near, far);
    },
    cut,
    restore: () => {
      if (!isSilent) return;
      isSilent = false;
      cut();
    },
    close: async () => {
      cut();
      entry.close();
      await once(entry, 'close');
    },
  };
}

/** Swallows what comes, so that no window fills up and nobody notices. */
function silence(near: Socket, far: Socket): void {
  near.unpipe();
  far.unpipe();
  near.resume();
  far.resume();
}

/** Passes each piece on after a time, in their order; several may be on their way. */
function createDelay(delayMs: number): Transform {
  return new Transform({
    transform(piece, _encoding, done) {
      setTimeout(() => this.push(piece), delayMs);
      done();
    },
    flush: (done) => void setTimeout(done, delayMs),
  });
}
