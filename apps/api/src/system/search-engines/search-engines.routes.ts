import { publicPagePaths } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { escapeHtml } from '../../base/escape-html.ts';
import { legalPages } from '../../base/legal.settings.ts';

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
      .send(renderSitemap(publicOrigin)),
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

function renderSitemap(publicOrigin: string): string {
  const urls = [...publicPagePaths, ...otherPages].map(
    (path) => `  <url><loc>${escapeHtml(publicOrigin + path)}</loc></url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
