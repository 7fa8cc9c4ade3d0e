import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { createOperationRouter } from '../payments/operation-router.ts';
import { approveRoutes } from './approve.routes.ts';
import { disputeRoutes } from './disputes.routes.ts';
import { authenticatePaypal, oauthRoutes } from './oauth.routes.ts';
import { errorBody, getDebugId, PaypalError, unknownResource } from './paypal.errors.ts';
import { planRoutes } from './plans.routes.ts';
import { productRoutes } from './products.routes.ts';
import { paypalFailure } from './read-input.ts';
import { saleRoutes } from './sales.routes.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';
import { webhookEventRoutes } from './webhook-events.routes.ts';
import { webhookRoutes } from './webhooks.routes.ts';

/** Registers the PayPal stand-in: its REST API under `/paypal`, and the pages on which a payer agrees. */
export function registerPaypal(app: FastifyInstance, deps: SandboxDeps): void {
  app.register(async (scope) => {
    scope.addHook('onSend', async (request, reply) => {
      reply.header('paypal-debug-id', getDebugId(request));
    });
    parseForms(scope);
    const add = createOperationRouter(scope, {
      provider: 'paypal',
      deps,
      authenticate: (request, operation) => authenticatePaypal(request, operation, deps),
      failure: paypalFailure,
      faultBodies: (request) => ({
        // What the gateway before PayPal's APIs says of a token that it cannot read.
        unauthorized: { error: 'invalid_token', error_description: 'Token signature verification failed' },
        rate_limit: errorBody(request, new PaypalError('RATE_LIMIT_REACHED')),
        error: errorBody(request, new PaypalError('INTERNAL_SERVER_ERROR')),
      }),
    });
    oauthRoutes(add, deps);
    productRoutes(add, deps);
    planRoutes(add, deps);
    subscriptionRoutes(add, deps);
    saleRoutes(add, deps);
    disputeRoutes(add, deps);
    webhookRoutes(add, deps);
    webhookEventRoutes(add, deps);
    approveRoutes(scope, deps);
    // What there is none of, such as orders and authorizations, is unknown.
    for (const version of ['v1', 'v2'])
      scope.all(`/paypal/${version}/*`, async (request) => {
        authenticatePaypal(request, 'unknown', deps);
        throw unknownResource();
      });
  });
}

/** A seller's answer to a dispute comes as a form with files, in which the part `input` is the JSON. */
function parseForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    /^multipart\//,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const input = form.get('input');
      return JSON.parse(typeof input === 'string' ? input : ((await input?.text()) ?? '{}'));
    },
  );
}
