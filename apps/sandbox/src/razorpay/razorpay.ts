import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { createOperationRouter } from '../payments/operation-router.ts';
import { disputeRoutes } from './disputes.routes.ts';
import { linkRoutes } from './links.routes.ts';
import { orderRoutes } from './orders.routes.ts';
import { payRoutes } from './pay.routes.ts';
import { paymentRoutes } from './payments.routes.ts';
import { faultBodies, gatewayError, type RazorpayError, razorpayFailure } from './razorpay.errors.ts';

/** Registers the Razorpay stand-in: its API under `/razorpay`, and the page on which a link is paid. */
export function registerRazorpay(app: FastifyInstance, deps: SandboxDeps): void {
  const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret } = deps.config;
  const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  app.register(async (scope) => {
    const add = createOperationRouter(scope, {
      provider: 'razorpay',
      deps,
      authenticate: ({ headers }) => {
        if (headers.authorization === expected) return;
        throw refusedKey(headers.authorization, id);
      },
      failure: razorpayFailure,
      faultBodies: () => faultBodies,
    });
    linkRoutes(add, deps);
    orderRoutes(add, deps);
    paymentRoutes(add, deps);
    disputeRoutes(add, deps);
    scope.all('/razorpay/v1/*', async () => {
      throw gatewayError('The requested URL was not found on the server.');
    });
    payRoutes(scope, deps);
  });
}

/** Returns the error for a key that is missing, unknown or has another secret. */
function refusedKey(authorization: string | undefined, id: string): RazorpayError {
  const [, basic] = /^Basic (\S+)$/.exec(authorization ?? '') ?? [];
  if (!basic)
    return gatewayError('Please provide your api key for authentication purposes.', { status: 401 });
  const [key] = Buffer.from(basic, 'base64').toString().split(':');
  return gatewayError(key === id ? 'Authentication failed' : 'The api key provided is invalid', {
    status: 401,
  });
}
