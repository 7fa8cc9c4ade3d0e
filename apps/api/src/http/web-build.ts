import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import staticFiles from '@fastify/static';
import { AppError } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const yearSeconds = 365 * 24 * 3600;
const svg = /\.svg(\.br|\.gz)?$/;

type Visits = {
  /** Whether a request comes with a session, good or over. */
  hasSession: (request: FastifyRequest) => boolean;
};

/**
 * Serves the built web application, and its page for every address that is neither a file nor under /api: the
 * router in the browser knows what to show. Files under `assets/` have their content's hash in their name. At `/` whoever
 * comes without a session gets the start page, which is HTML as it stands.
 */
export async function serveWebBuild(
  app: FastifyInstance,
  folder: string,
  { hasSession }: Visits,
): Promise<void> {
  const root = resolve(folder);
  const assets = join(root, 'assets') + sep;
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: existsSync(join(root, 'index.html.br')) || existsSync(join(root, 'index.html.gz')),
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const lasting = path.startsWith(assets);
      reply.header('cache-control', lasting ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      // The plugin names the characters of every other text.
      if (svg.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  app.get('/', (request, reply) =>
    reply.header('vary', 'cookie').sendFile(hasSession(request) ? 'index.html' : 'landing.html'),
  );
}

/** Replies to what no route serves: the application's page where one is asked for, else `not_found`. */
export function handleUnknownAddresses(app: FastifyInstance, { hasWeb }: { hasWeb: boolean }): void {
  // Limited like everything else: guessing addresses is a way to look for holes.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (hasWeb && wantsPage(request)) return sendPage(request, reply);
    throw new AppError('not_found', { message: 'There is nothing at this address.' });
  });
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function wantsPage(request: FastifyRequest): boolean {
  const { method } = request;
  const path = pathOf(request);
  const isPage = !/^\/(api|assets)(\/|$)/.test(path);
  return isPage && (method === 'GET' || method === 'HEAD');
}

/** What the links of mails open: with a token in the address, which nobody else may learn. */
const takesToken = /^\/(login|reset-password|email-verified|email-change|unsubscribe)(\/|$)/;

function sendPage(request: FastifyRequest, reply: FastifyReply) {
  if (takesToken.test(pathOf(request))) reply.header('referrer-policy', 'no-referrer');
  return reply.code(200).sendFile('index.html');
}
