import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { version } from '../../version.ts';
import { buildOpenapi } from './openapi.ts';

/** Serves the description of the API for tools, and at `/api/docs` a page that shows it. */
export function openapiRoutes(app: FastifyInstance, { settings }: Context): void {
  const route = serve(app);
  let made: ReturnType<typeof buildOpenapi> | undefined;
  // Built at the first request: it takes longer than the rest of the application.
  const document = () => {
    made ??= buildOpenapi(endpoints, { version, origin: settings.publicOrigin });
    return made;
  };
  route(endpoints.openapi.read)(document);
  // The document is built when this is serialised. The plugin's types end at OpenAPI 3.0.
  const specification = { document: { toJSON: document } } as unknown as StaticDocumentSpec;
  app.register(swagger, { mode: 'static', specification });
  app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Picksync API' },
    // Without the bar at the top, which loads descriptions from other addresses.
    uiConfig: { layout: 'BaseLayout', displayOperationId: true },
  });
}
