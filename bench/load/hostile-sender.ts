// Sends hostile callbacks until it is stopped. It is a thread of its own, so that sending does not slow down the
// measuring.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export type HostileLoad = {
  url: string;
  path: string;
  /** How many connections are open at the same time. */
  connections: number;
  bytes: number;
  /** The signature of the body, right or wrong; null for none. */
  signature: string | null;
  letter: string;
  /** Sends one byte at a time instead of as much as the connection takes. */
  isSlow: boolean;
};

const load = workerData as HostileLoad;
const { hostname, port } = new URL(load.url);
const body = Buffer.alloc(load.bytes, load.letter);
const head = [
  `POST ${load.path} HTTP/1.1`,
  'host: localhost',
  'connection: close',
  'content-type: application/json',
  `content-length: ${load.bytes}`,
  ...(load.signature === null ? [] : [`smartsheet-hmac-sha256: ${load.signature}`]),
].join('\r\n');

let isStopped = false;
const statuses: Record<string, number> = {};

async function sendOne(): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port) });
  let reply = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    reply += piece;
  });
  // The server may cut the connection while this is sending.
  socket.on('error', () => {});
  socket.write(`${head}\r\n\r\n`);
  if (load.isSlow) {
    const timer = setInterval(() => (isStopped ? socket.destroy() : socket.write(load.letter)), 100);
    socket.on('close', () => clearInterval(timer));
  } else socket.write(body);
  await new Promise((resolve) => socket.once('close', resolve));
  const status = reply === '' ? 'cut off' : reply.slice(9, 12);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function sendAgainAndAgain(): Promise<void> {
  while (!isStopped) await sendOne();
}

parentPort?.once('message', () => {
  isStopped = true;
});
await Promise.all(Array.from({ length: load.connections }, sendAgainAndAgain));
parentPort?.postMessage(statuses);
parentPort?.close();
