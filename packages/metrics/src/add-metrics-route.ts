import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Metrics } from './create-metrics.ts';

/** What a program that collects metrics sends, where one is set. */
export const metricsToken = z.string().min(16, 'has at least 16 characters').optional();

/** Adds `GET /metrics`, for the port that only operators reach. With a token it has to be sent as a bearer token. */
export function addMetricsRoute(
  app: FastifyInstance,
  { metrics, token }: { metrics: Pick<Metrics, 'read'>; token: string | undefined },
): void {
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (token !== undefined && !isSame(request.headers.authorization, `Bearer ${token}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ status: 'unauthorized' });
    const { text, contentType } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

/** Compares hashes, so that the time that it takes says nothing about the token. */
function isSame(given: string | undefined, wanted: string): boolean {
  const toHash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(toHash(given ?? ''), toHash(wanted));
}
