import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import staticFiles from '@fastify/static';
import { AppError, countConfigurations } from '@picksync/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../base/escape-html.ts';
import type { OfferedPlan, OfferedPlans } from '../base/offered-plans.ts';

const yearSeconds = 365 * 24 * 3600;
const svg = /\.svg(\.br|\.gz)?$/;

type Visits = {
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
  { hasSession, readPlans }: Visits,
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
      // The plugin sets the character set of all other text files.
      if (svg.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
    },
  });
  const landing = join(root, 'landing.html');
  app.get('/', async (request, reply) => {
    reply.header('vary', 'cookie');
    if (hasSession(request)) return reply.sendFile('index.html');
    const offered = await readPlans().catch(() => null);
    if (!offered || offered.areDefault) return reply.sendFile('landing.html');
    const page = writePlansInto(await readFile(landing, 'utf8'), offered);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/**
 * Replies to requests that no route serves: with the application's page to a browser that navigates, else with
 * `not_found`.
 */
export function handleUnknownAddresses(app: FastifyInstance, { hasWeb }: { hasWeb: boolean }): void {
  // Limited like everything else, because attackers guess addresses.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (hasWeb && wantsPage(request)) return sendPage(request, reply);
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

function sendPage(request: FastifyRequest, reply: FastifyReply) {
  if (takesToken.test(getPath(request))) reply.header('referrer-policy', 'no-referrer');
  return reply.code(200).sendFile('index.html');
}

const marked = /(<span data-plan-(name|price|limit)="(\d+)">)[^<]*/g;

/**
 * Writes the administrators' changes of the plans into the start page, which was rendered when the application was
 * built.
 */
function writePlansInto(page: string, { plans }: Pick<OfferedPlans, 'plans'>): string {
  return page.replace(marked, (unchanged, open: string, what: string, id: string) => {
    const plan = plans.find((one) => String(one.id) === id);
    return plan ? `${open}${escapeHtml(describePlan(plan, what))}` : unchanged;
  });
}

function describePlan({ name, priceCents, currency, limit }: OfferedPlan, what: string): string {
  if (what === 'name') return name;
  if (what === 'limit') return countConfigurations(limit);
  const isWhole = priceCents % 100 === 0;
  const format = { style: 'currency', currency, minimumFractionDigits: isWhole ? 0 : 2 } as const;
  return new Intl.NumberFormat('en-US', format).format(priceCents / 100);
}
