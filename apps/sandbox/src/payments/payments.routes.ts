import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { eventTypeNames } from '../paypal/event-types.ts';
import { sampleEvent } from '../paypal/sample-events.ts';
import { toBooks } from './books.ts';
import type { Delivery } from './delivery.model.ts';
import {
  advance,
  decide,
  decideDispute,
  decisions,
  openDispute,
  RefusedAction,
  renew,
  settle,
  takeBack,
} from './payment-actions.ts';

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
  /** Serves an action on one thing, answered with the books after it. */
  const act = (path: `${string}:id/${string}`, run: (id: string, body: unknown) => Promise<unknown>) =>
    app.post<ById>(`/api/payments/${path}`, async ({ params, body }) => {
      await run(params.id, body);
      return books();
    });

  app.get('/api/payments', async () => books());
  app.post<ById>('/api/payments/:id/decide', async ({ params, body }) => ({
    location: await decide(deps, params.id, decision.parse(body).decision),
  }));
  act(':id/renew', (id) => renew(deps, id, 'paid'));
  act(':id/fail-renewal', (id) => renew(deps, id, 'failed'));
  act(':id/advance', (id, body) => advance(deps, id, days.parse(body).days));
  act(':id/settle', (id, body) => settle(deps, id, settlement.parse(body).outcome));
  act(':id/refund', (id, body) => takeBack(deps, id, { kind: 'refund', ...amount.parse(body ?? {}) }));
  act(':id/chargeback', (id, body) => takeBack(deps, id, { kind: 'reversal', ...amount.parse(body ?? {}) }));
  act(':id/dispute', (id, body) => openDispute(deps, id, body ?? {}));
  act('disputes/:id/decide', (id, body) => decideDispute(deps, id, body));
  act('deliveries/:id/resend', async (id) => {
    const delivery = deps.state.payments.deliveries.find((one) => one.id === id);
    if (!delivery) throw new RefusedAction('There is no event of this id.', 404);
    await deps.resend(delivery);
  });
  app.get('/api/payments/event-types', async () => ({ eventTypes: eventTypeNames }));
  app.post('/api/payments/sample-event', async ({ body }) => {
    await deps.notify(sampleEvent(deps, sample.parse(body).type));
    return books();
  });
}
