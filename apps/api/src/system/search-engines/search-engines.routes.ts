import { legalPages, publicPagePaths } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { renderSitemap } from '../../base/render-sitemap.ts';

/** Pages of this server that are no part of the web application. */
const otherPages = ['/docs', '/status', '/api/docs', ...legalPages.map((page) => `/${page}`)];

/** Each crawler asks once in a while; a new page may wait for a day. */
const cacheControl = 'public, max-age=86400';

/** Serves what search engines ask for: which addresses they may read, and which there are to find. */
export function searchEngineRoutes(app: FastifyInstance, { settings: { publicOrigin } }: Context): void {
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(renderRobots(publicOrigin)),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(renderSitemap([...publicPagePaths, ...otherPages].map((path) => publicOrigin + path))),
  );
}

/** Pages behind the login send noindex; they are not disallowed, because a crawler has to fetch a page to see that. */
function renderRobots(publicOrigin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/docs',
    'Disallow: /api/',
    '',
    `Sitemap: ${publicOrigin}/sitemap.xml`,
    `Sitemap: ${publicOrigin}/docs/sitemap.xml`,
    '',
  ].join('\n');
}
