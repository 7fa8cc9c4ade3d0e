import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { eventTypeNames } from '../paypal/event-types.ts';
import { toBooks } from './books.ts';
import type { Delivery } from './delivery.model.ts';
import { decideDispute, openDispute } from './dispute-actions.ts';
import {
  advance,
  decide,
  decisions,
  failRenewal,
  renew,
  sendSample,
  settle,
  takeBack,
} from './payment-actions.ts';
import { RefusedAction } from './refused-action.ts';

const days = z.strictObject({ days: z.number().int().min(1).max(3660) });
const amount = z.strictObject({
  amountCents: z.number().int().min(1).optional(),
  version: z.enum(['v1', 'v2']).default('v1'),
});
const settlement = z.strictObject({ outcome: z.enum(['completed', 'denied']) });
const sample = z.strictObject({ type: z.enum(eventTypeNames) });
const decision = z.strictObject({ decision: z.enum(decisions) });
type ById = { Params: { id: string } };

/** Serves the books of both providers, and what only time, a payer or a bank does otherwise. */
export function paymentToolRoutes(
  app: FastifyInstance,
  deps: SandboxDeps & { resend: (delivery: Delivery) => Promise<void> },
): void {
  const books = () => toBooks(deps.state, deps.config);

  app.get('/api/payments', async () => books());

  app.post<ById>('/api/payments/:id/decide', async ({ params, body }) => ({
    location: await decide(deps, params.id, decision.parse(body).decision),
  }));
  app.post<ById>('/api/payments/:id/renew', async ({ params }) => {
    await renew(deps, params.id);
    return books();
  });
  app.post<ById>('/api/payments/:id/fail-renewal', async ({ params }) => {
    await failRenewal(deps, params.id);
    return books();
  });
  app.post<ById>('/api/payments/:id/advance', async ({ params, body }) => {
    await advance(deps, params.id, days.parse(body).days);
    return books();
  });
  app.post<ById>('/api/payments/:id/settle', async ({ params, body }) => {
    await settle(deps, params.id, settlement.parse(body).outcome);
    return books();
  });
  app.post<ById>('/api/payments/:id/refund', async ({ params, body }) => {
    await takeBack(deps, params.id, { kind: 'refund', ...amount.parse(body ?? {}) });
    return books();
  });
  app.post<ById>('/api/payments/:id/chargeback', async ({ params, body }) => {
    await takeBack(deps, params.id, { kind: 'reversal', ...amount.parse(body ?? {}) });
    return books();
  });
  app.post<ById>('/api/payments/:id/dispute', async ({ params, body }) => {
    await openDispute(deps, params.id, body ?? {});
    return books();
  });
  app.post<ById>('/api/payments/disputes/:id/decide', async ({ params, body }) => {
    await decideDispute(deps, params.id, body);
    return books();
  });
  app.get('/api/payments/event-types', async () => ({ eventTypes: eventTypeNames }));
  app.post('/api/payments/sample-event', async ({ body }) => {
    await sendSample(deps, sample.parse(body).type);
    return books();
  });
  app.post<ById>('/api/payments/deliveries/:id/resend', async ({ params }) => {
    const delivery = deps.state.payments.deliveries.find(({ id }) => id === params.id);
    if (!delivery) throw new RefusedAction('There is no event of this id.', 404);
    await deps.resend(delivery);
    return books();
  });
}
