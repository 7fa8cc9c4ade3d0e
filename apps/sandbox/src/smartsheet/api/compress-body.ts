import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipText = promisify(gzip);
const minLength = 1024;

/** Returns a body as Smartsheet sends it: gzip-coded for those who accept that, and not to be kept by anybody. */
export async function compressBody(
  body: unknown,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  reply.header('vary', 'Accept-Encoding').header('cache-control', 'private, no-cache, no-store');
  const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!isAccepted || typeof body !== 'string' || body.length < minLength) return body;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return gzipText(body, { level: constants.Z_BEST_SPEED });
}
