import { existsSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import {
  AppError,
  drawnPages,
  hasSidebar,
  isPagePath,
  publicPagePaths,
  shellFile,
} from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OfferedPlans } from '../base/offered-plans.ts';
import { fontPath } from '../base/page-font.ts';
import { createStartPage } from './start-page.ts';

const yearSeconds = 365 * 24 * 3600;
const svg = /\.svg(\.br|\.gz)?$/;

type Visits = {
  publicOrigin: string;
  /** Reads the plans as the start page shows them. */
  readPlans: () => Promise<OfferedPlans>;
  /** Whether a request has the cookie of a session, valid or not. */
  hasSession: (request: FastifyRequest) => boolean;
};

/**
 * Serves the built web application, and its page for every address that is neither a file nor under /api: the router in
 * the browser decides what to show. Files under `assets/` have their content's hash in their name. At `/` visitors
 * without a session get the start page: HTML as it was built, with the changes that administrators made to the plans.
 */
export async function serveWebBuild(
  app: FastifyInstance,
  folder: string,
  { publicOrigin, hasSession, readPlans }: Visits,
): Promise<void> {
  // A link to a newer release must not change the pages of this one.
  const root = await realpath(folder);
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
      // The plugin sets the character set of all other text files.
      if (svg.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  await serveFont(app, assets);
  const sendStartPage = createStartPage(join(root, 'landing.html'), publicOrigin);
  app.get('/', async (request, reply) => {
    reply.header('vary', 'cookie, accept-encoding');
    if (hasSession(request)) return reply.sendFile(shellFile);
    return sendStartPage(request, reply, await readPlans().catch(() => null));
  });
}

/** Serves the font of the build at an address that lasts. An older one does no harm, so browsers keep it as long as the file itself. */
async function serveFont(app: FastifyInstance, assets: string): Promise<void> {
  const files = existsSync(assets) ? await readdir(assets) : [];
  const font = files.find((file) => /^inter-[\w-]+\.woff2$/.test(file));
  if (font) app.get(fontPath, (_request, reply) => reply.sendFile(join('assets', font)));
}

/**
 * Replies to requests that no route serves: with the application's page to a browser that navigates, which says so itself
 * where it has no page at the address, else with `not_found`.
 */
export function handleUnknownAddresses(
  app: FastifyInstance,
  { hasWeb, ...visits }: { hasWeb: boolean } & Pick<Visits, 'publicOrigin' | 'hasSession'>,
): void {
  // Limited like everything else, because attackers guess addresses.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (hasWeb && wantsPage(request)) return sendPage(request, reply, visits);
    throw new AppError('not_found', { message: 'There is nothing at this address.' });
  });
}

function getPath({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '';
}

function wantsPage(request: FastifyRequest): boolean {
  const { method } = request;
  const path = getPath(request);
  const isPage = !/^\/(api|assets)(\/|$)/.test(path);
  return isPage && (method === 'GET' || method === 'HEAD');
}

/** The pages that links in mails open, with a token in the address, which nobody else may learn. */
const takesToken = /^\/(login|reset-password|email-verified|email-change|unsubscribe)(\/|$)/;

/** The files of one application, which differ in what is shown until it runs. */
function chooseFile({ url, path, isKnown }: { url: string; path: string; isKnown: boolean }): string {
  if (isKnown) return hasSidebar(path) ? shellFile : 'index.html';
  return drawnPages.get(url) ?? 'index.html';
}

type SentPage = Pick<Visits, 'publicOrigin' | 'hasSession'>;

function sendPage(request: FastifyRequest, reply: FastifyReply, { publicOrigin, hasSession }: SentPage) {
  const path = getPath(request);
  const isPage = isPagePath(path);
  if (takesToken.test(path)) reply.header('referrer-policy', 'no-referrer');
  if (publicPagePaths.includes(path)) reply.header('link', `<${publicOrigin}${path}>; rel="canonical"`);
  else reply.header('x-robots-tag', 'noindex');
  reply.header('vary', 'cookie, accept-encoding');
  const file = isPage ? chooseFile({ url: request.url, path, isKnown: hasSession(request) }) : 'index.html';
  return reply.code(isPage ? 200 : 404).sendFile(file);
}
