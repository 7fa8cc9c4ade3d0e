import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { createOperationRouter } from '../payments/operation-router.ts';
import { linkRoutes } from './links.routes.ts';
import { payRoutes } from './pay.routes.ts';
import { faultBodies, RazorpayError, razorpayFailure } from './razorpay.errors.ts';

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
        throw new RazorpayError(
          { description: 'Authentication failed', reason: 'authentication_failed' },
          401,
        );
      },
      failure: razorpayFailure,
      faultBodies,
    });
    linkRoutes(add, deps);
    payRoutes(scope, deps);
  });
}
