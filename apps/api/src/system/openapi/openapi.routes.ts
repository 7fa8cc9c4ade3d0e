import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { serve } from '../../http/serve.ts';
import { version } from '../../version.ts';
import { copyScript } from './copy-script.ts';
import { buildOpenapi, inlineNamed, pickProgramCalls } from './openapi.ts';
import { copyScriptPath, type Described, renderReference } from './render-reference.ts';
import { tryScript, tryStyles } from './try-styles.ts';

/**
 * Serves the description of the API: for tools, at `/api/docs` as a page to read, and at `/api/docs/try` as one that makes
 * calls.
 */
export function openapiRoutes(app: FastifyInstance, { settings }: Context): void {
  const route = serve(app);
  const service = { version, origin: settings.publicOrigin };
  // Built at the first request: it takes longer than the rest of the application.
  const document = keepFirst(() => buildOpenapi(endpoints, service));
  route(endpoints.openapi.read)(document);
  const page = keepFirst(() => renderReference(inlineNamed(document()) as unknown as Described));
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'public, max-age=300').send(page()),
  );
  app.get(copyScriptPath, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(copyScript),
  );
  // Swagger UI resolves all it is given before it can be used: with every call that froze the page for seconds.
  const tried = keepFirst(() => buildOpenapi(pickProgramCalls(endpoints), service));
  // The document is built when this is serialised. The plugin's types end at OpenAPI 3.0.
  const specification = { document: { toJSON: tried } } as unknown as StaticDocumentSpec;
  app.register(swagger, { mode: 'static', specification });
  app.register(swaggerUi, {
    routePrefix: '/api/docs/try',
    theme: {
      title: 'Try the Picksync API',
      css: [{ filename: 'picksync.css', content: tryStyles }],
      js: [{ filename: 'picksync.js', content: tryScript }],
      favicon: [],
    },
    // Without the bar at the top, which loads descriptions from other addresses, and without links inside of buttons.
    uiConfig: { layout: 'BaseLayout', displayOperationId: true, deepLinking: false },
  });
}

function keepFirst<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
