import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * A keep-alive connection that carries one request at a time. It reconnects when the server has closed it while idle.
 */
export type Connection = {
  /** Resolves with the status when the whole answer has arrived. Rejects when the connection is lost before. */
  send: (request: Buffer) => Promise<number>;
  close: () => void;
};

const headEnd = Buffer.from('\r\n\r\n');

/**
 * Opens a connection with a minimal HTTP client, which only reads answers with a Content-Length. A full client takes
 * more processor time than the servers that it is to measure.
 */
export async function openConnection(address: { host: string; port: number }): Promise<Connection> {
  let open = await openSocket(address);
  return {
    send: async (request) => {
      if (isOver(open.socket)) open = await openSocket(address);
      return open.send(request);
    },
    close: () => void open.socket.destroy(),
  };
}

async function openSocket(address: { host: string; port: number }) {
  const socket = connect({ ...address, noDelay: true });
  await once(socket, 'connect');
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  let head = Buffer.alloc(0);
  let awaited: Answer | undefined;

  socket.on('data', (chunk) => {
    if (awaited) awaited.bytesLeft -= chunk.length;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      awaited = readHead(head);
    }
    if (!awaited || awaited.bytesLeft > 0) return;
    const { status } = awaited;
    head = Buffer.alloc(0);
    awaited = undefined;
    settle?.resolve(status);
  });
  for (const event of ['error', 'close'] as const) {
    socket.on(event, () => settle?.reject(new Error('The connection was lost')));
  }
  const send = (request: Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      socket.write(request);
    });
  return { socket, send };
}

function isOver({ destroyed, closed, readableEnded }: Socket) {
  return destroyed || closed || readableEnded;
}

type Answer = { status: number; bytesLeft: number };

/** Returns the status of an answer and how many bytes are still to come; undefined until its head has arrived. */
function readHead(received: Buffer): Answer | undefined {
  const end = received.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`An answer without its length: ${head}`);
  const bytesLeft = end + headEnd.length + Number(length) - received.length;
  return { status: Number(head.slice(9, 12)), bytesLeft };
}

/** Returns a request as bytes. */
export function requestBytes(ask: {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}): Buffer {
  const { method, path, headers = {}, body = '' } = ask;
  const all = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
