import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from './connection.ts';

/** A request to be sent, and a callback for the status of its answer. */
export type Shot = {
  request: Buffer;
  /** Not called when the connection was lost. */
  answered?: (status: number) => void;
};

export type Load = {
  url: string;
  connections: number;
  seconds: number;
  next: () => Shot;
};

export type LoadResult = {
  /** Answers of 200 per second. */
  perSecond: number;
  /** How many milliseconds each took. */
  times: number[];
  /** The number of answers other than 200 and of lost connections. */
  failures: number;
};

/** Sends as much as the server can take: every connection sends its next request when the last was answered. */
export async function runFlatOut({ next, ...load }: Load): Promise<LoadResult> {
  const tally = { times: [] as number[], failures: 0 };
  const connections = await openAll(load);
  const begun = performance.now();
  const endAt = begun + load.seconds * 1000;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < endAt) {
        if (!(await shoot(connection, { shot: next(), dueAt: performance.now(), tally }))) break;
      }
      connection.close();
    }),
  );
  return { ...tally, perSecond: tally.times.length / ((performance.now() - begun) / 1000) };
}

/**
 * Sends at a steady rate, whatever the server does. Times count from the moment when a request was due, so that a stall
 * counts for all requests that were due meanwhile.
 */
export async function runAtRate({ next, ...load }: Load & { perSecond: number }): Promise<LoadResult> {
  const tally = { times: [] as number[], failures: 0 };
  const free = await openAll(load);
  const connections = [...free];
  const waiting: number[] = [];
  const serve = async (connection: Connection) => {
    for (let dueAt = waiting.shift(); dueAt !== undefined; dueAt = waiting.shift()) {
      if (!(await shoot(connection, { shot: next(), dueAt, tally }))) return;
    }
    free.push(connection);
  };

  const begun = performance.now();
  const count = Math.floor(load.perSecond * load.seconds);
  for (let sent = 0; sent < count; ) {
    for (; sent < count && begun + (sent / load.perSecond) * 1000 <= performance.now(); sent += 1) {
      waiting.push(begun + (sent / load.perSecond) * 1000);
      const connection = free.pop();
      if (connection) void serve(connection);
    }
    await pause(1);
  }
  while (free.length < connections.length && tally.failures === 0) await pause(10);
  for (const connection of connections) connection.close();
  return { ...tally, perSecond: tally.times.length / ((performance.now() - begun) / 1000) };
}

function openAll({ url, connections }: Pick<Load, 'url' | 'connections'>): Promise<Connection[]> {
  const { hostname, port } = new URL(url);
  const address = { host: hostname, port: Number(port) };
  return Promise.all(Array.from({ length: connections }, () => openConnection(address)));
}

/** Sends one request. Returns false when the connection is lost. */
async function shoot(
  connection: Connection,
  { shot, dueAt, tally }: { shot: Shot; dueAt: number; tally: Pick<LoadResult, 'times' | 'failures'> },
): Promise<boolean> {
  try {
    const status = await connection.send(shot.request);
    shot.answered?.(status);
    if (status === 200) tally.times.push(performance.now() - dueAt);
    else tally.failures += 1;
    return true;
  } catch {
    tally.failures += 1;
    return false;
  }
}
