import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { callerDecorator } from './caller.ts';
import { replyToFrameworkError } from './errors.ts';
import { acceptJsonBodies } from './json-bodies.ts';
import { OneLinePerRequest } from './logging.ts';

const SECOND = 1000;

/**
 * The bare server. Its limits are on purpose: a slow or idle sender may not hold a connection for long. The longest
 * answers wait for Smartsheet; connections outlive the usual idle time of a load balancer (60 s), which would
 * otherwise send a request into one that is just being closed.
 */
export function createServer(options: {
  log: FastifyBaseLogger;
  trustProxy: false | string[];
}): FastifyInstance {
  const app = fastify({
    loggerInstance: options.log,
    logController: new OneLinePerRequest(),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy,
    bodyLimit: 64 * 1024,
    http: { headersTimeout: 15 * SECOND },
    requestTimeout: 30 * SECOND,
    connectionTimeout: 90 * SECOND,
    keepAliveTimeout: 72 * SECOND,
    // Who is connected is served to the end; the connection ends with the answer then.
    return503OnClosing: false,
    frameworkErrors: replyToFrameworkError,
  });
  acceptJsonBodies(app);
  endConnectionsOnClose(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest(callerDecorator, null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  return app;
}

/** Without this a connection that is busy when closing begins stays open, and closing waits until it idles out. */
function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
