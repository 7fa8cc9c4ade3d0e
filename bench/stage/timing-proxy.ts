import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A request that was passed on, with the times when it arrived and when its answer had been sent, in
 * `performance.now()`.
 */
export type Exchange = {
  method: string;
  path: string;
  beganAt: number;
  endedAt: number;
};

export type TimingProxy = {
  url: string;
  exchanges: Exchange[];
  close: () => Promise<void>;
};

/**
 * Opens a proxy between two processes that records the time of every exchange, so that what happens in several
 * processes is timed by one clock.
 */
export async function openTimingProxy({ to }: { to: string }): Promise<TimingProxy> {
  const exchanges: Exchange[] = [];
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, reply) => {
    const exchange: Exchange = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      beganAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    exchanges.push(exchange);
    reply.once('finish', () => {
      exchange.endedAt = performance.now();
    });
    passOn({ incoming, reply, to, agent });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function passOn(door: { incoming: IncomingMessage; reply: ServerResponse; to: string; agent: Agent }): void {
  const { incoming, reply, to, agent } = door;
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', to), { method, headers, agent }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  outgoing.once('error', () => reply.destroy());
  incoming.pipe(outgoing);
}

/** Returns for how many milliseconds of a span at least one of these exchanges was in progress. */
export function timeWithin(
  exchanges: readonly Pick<Exchange, 'beganAt' | 'endedAt'>[],
  span: { from: number; to: number },
): number {
  let covered = 0;
  let reached = span.from;
  for (const { beganAt, endedAt } of exchanges.toSorted((one, other) => one.beganAt - other.beganAt)) {
    const [from, to] = [Math.max(beganAt, reached), Math.min(endedAt, span.to)];
    if (to <= from) continue;
    covered += to - from;
    reached = to;
  }
  return covered;
}
