import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { KnownBrowserCookie } from '../../http/known-browser.ts';
import { serve } from '../../http/serve.ts';
import { type BrowserListDeps, forgetBrowser, listKnownBrowsers } from './known-browsers.ts';

const { knownBrowsers } = endpoints;

export function knownBrowserRoutes(
  app: FastifyInstance,
  { knownBrowser, ...deps }: BrowserListDeps & { knownBrowser: KnownBrowserCookie },
): void {
  const route = serve(app);
  route(knownBrowsers.list)(({ caller, request }) =>
    listKnownBrowsers(caller, knownBrowser.read(request), deps),
  );

  route(knownBrowsers.forget)(async ({ caller, params, request }) => {
    await forgetBrowser({ caller, id: params.id, ipAddress: request.ip }, deps);
    return { message: 'The browser is forgotten.' };
  });
}
