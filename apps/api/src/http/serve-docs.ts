import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fontFaces, fontFamily, fontPath } from '../base/page-font.ts';
import { renderSitemap } from '../base/render-sitemap.ts';

const yearSeconds = 365 * 24 * 3600;
const base = '/docs';

/**
 * Serves the documentation as it was built, below /docs. `npm start` builds it after the product is up: until then its
 * addresses say so, and show the page as soon as it is there.
 */
export async function serveDocs(app: FastifyInstance, folder: string, publicOrigin: string): Promise<void> {
  // As with the pages of the application: a link to a newer release must not change what this one serves.
  const root = existsSync(folder) ? realpathSync(folder) : folder;
  const isBuilt = () => existsSync(join(root, 'index.html'));
  await app.register(
    async (scope) => {
      await scope.register(staticFiles, {
        root,
        serve: false,
        // That the folder is not there yet is no reason for a warning.
        suppressWarning: true,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const lasting = path.startsWith(join(root, '_astro') + sep);
          reply.header('cache-control', lasting ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
        },
      });
      scope.addHook('onRequest', async (_request, reply) => allowSearch(reply));
      // Limited like everything else, because attackers guess addresses.
      scope.setNotFoundHandler({ preHandler: scope.rateLimit() }, (_request, reply) => {
        if (!isBuilt()) return void sendNotBuilt(reply);
        reply.removeHeader('link');
        reply.code(404).header('x-robots-tag', 'noindex').sendFile('404.html');
      });
      scope.get('/sitemap.xml', (_request, reply) =>
        reply
          .type('application/xml; charset=utf-8')
          .send(renderSitemap(listPages(root).map((page) => publicOrigin + page))),
      );
      scope.get('/', (request, reply) => sendPage({ request, reply, publicOrigin, path: '' }));
      scope.get('/*', (request, reply) =>
        sendPage({ request, reply, publicOrigin, path: (request.params as { '*': string })['*'] }),
      );
    },
    { prefix: base },
  );
}

/** The search runs as WebAssembly, which is compiled from a file of this site. Nothing else is allowed beyond what all pages are. */
function allowSearch(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"),
  );
}

type Asked = { request: FastifyRequest; reply: FastifyReply; publicOrigin: string; path: string };

/** Sends a page or a file. Returns nothing: fastify would wait for a reply that is returned, as the file server does already. */
function sendPage({ request, reply, publicOrigin, path }: Asked): void {
  // Alerts link to a page by its file in the repository: /docs/runbooks/….md.
  const page = path.replace(/(?:\/|\.md)$/, '').replace(/^README$/, '');
  const isPlain = page === path && !request.url.split('?', 1)[0]?.endsWith('/');
  // No page has such parts, and a browser that is sent to them would leave /docs.
  if (page.split('/').some((part) => part === '.' || part === '..')) reply.callNotFound();
  else if (!isPlain) reply.redirect(toAddress(page), 301);
  else if (/\.\w+$/.test(page)) reply.sendFile(page);
  else {
    reply.header('link', `<${publicOrigin}${toAddress(page)}>; rel="canonical"`);
    reply.sendFile(join(page, 'index.html'));
  }
}

/** Returns the address of a page; the parts between its slashes are escaped. */
function toAddress(page: string): string {
  const parts = page.split('/').filter((part) => part !== '');
  return [base, ...parts.map(encodeURIComponent)].join('/');
}

const notBuilt = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Picksync Docs</title>
<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>
<style>${fontFaces}:root{color-scheme:light dark}body{font:1rem/1.5 ${fontFamily};max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
</head>
<body><main><h1>Documentation</h1><p>The documentation is being built. This page shows it in a moment.</p></main></body>
</html>
`;

function sendNotBuilt(reply: FastifyReply) {
  return reply.code(503).header('retry-after', '3').type('text/html; charset=utf-8').send(notBuilt);
}

function listPages(root: string): string[] {
  const files = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
  return files
    .filter((file) => /(?:^|[\\/])index\.html$/.test(file))
    .map((file) => toAddress(file.slice(0, -'index.html'.length).replaceAll(sep, '/')))
    .toSorted();
}
