import { fastify } from 'fastify';

export type HealthParts = {
  /** Resolves when the part answers. */
  checks: Record<string, () => Promise<unknown>>;
  /** How long each part may take to answer. */
  timeoutMs: number;
  /** Jobs this process is in the middle of. */
  running: () => number;
  isStopping: () => boolean;
};

export type Health = {
  status: 'ok' | 'stopping' | 'unavailable';
  parts: Record<string, 'ok' | 'failing'>;
  running: number;
};

/** Whether this process can do its work: it can when every part it needs answers in time. */
export async function readHealth({ checks, timeoutMs, running, isStopping }: HealthParts): Promise<Health> {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(Object.values(checks).map((check) => within(timeoutMs, check())));
  const parts = Object.fromEntries(
    names.map((name, index) => [name, results[index]?.status === 'fulfilled' ? 'ok' : 'failing'] as const),
  );
  const isWell = results.every(({ status }) => status === 'fulfilled');
  return { status: isStopping() ? 'stopping' : isWell ? 'ok' : 'unavailable', parts, running: running() };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** A small server of its own, because a worker has no other: for whoever restarts it when it hangs. */
export function healthServer(parts: HealthParts) {
  const server = fastify({ forceCloseConnections: true });
  server.get('/healthz', async (_request, reply) => {
    const health = await readHealth(parts);
    return reply.status(health.status === 'ok' ? 200 : 503).send(health);
  });
  return server;
}
