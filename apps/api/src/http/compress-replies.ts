import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** From how many bytes on a reply is compressed: only lists are as long. */
const threshold = 8 * 1024;

/**
 * Compresses long replies for callers that take gzip; the files of the web build are compressed by the build. Bodies of requests
 * are read as they are sent: a small one could unpack to any size. Add it before the routes.
 */
export async function compressReplies(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['gzip'],
    threshold,
    customTypes: /^application\/json\b/,
    globalDecompression: false,
  });
}
