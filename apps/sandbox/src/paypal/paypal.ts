import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { createOperationRouter } from '../payments/operation-router.ts';
import { approveRoutes } from './approve.routes.ts';
import { catalogRoutes } from './catalog.routes.ts';
import { notificationRoutes } from './notifications.routes.ts';
import { authenticatePaypal, oauthRoutes } from './oauth.routes.ts';
import { errorBody, invalidTokenBody, paypalFailure } from './paypal.errors.ts';
import { saleRoutes } from './sales.routes.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';

/** Registers the PayPal stand-in: its REST API under `/paypal`, and the page on which a payer agrees. */
export function registerPaypal(app: FastifyInstance, deps: SandboxDeps): void {
  app.register(async (scope) => {
    const add = createOperationRouter(scope, {
      provider: 'paypal',
      deps,
      authenticate: (request, operation) => authenticatePaypal(request, operation, deps),
      failure: paypalFailure,
      faultBodies: {
        unauthorized: invalidTokenBody,
        rate_limit: errorBody('RATE_LIMIT_REACHED'),
        error: errorBody('INTERNAL_SERVER_ERROR'),
      },
    });
    oauthRoutes(add, deps);
    catalogRoutes(add, deps);
    subscriptionRoutes(add, deps);
    saleRoutes(add, deps);
    notificationRoutes(add, deps, deps.transmissions);
    approveRoutes(scope, deps);
  });
}
