import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { forgetBrowser, listKnownBrowsers } from './known-browsers.ts';

const { knownBrowsers } = endpoints;

export function knownBrowserRoutes(app: FastifyInstance, context: Context): void {
  const route = serve(app);
  route(knownBrowsers.list)(({ caller, request }) =>
    listKnownBrowsers(context, caller, context.cookies.knownBrowser.read(request)),
  );

  route(knownBrowsers.forget)(async ({ caller, params, request }) => {
    await forgetBrowser(context, { caller, id: params.id, ipAddress: request.ip });
    return { message: 'The browser is forgotten.' };
  });
}
