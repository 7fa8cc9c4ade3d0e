import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { showAmount } from '../payments/amount.ts';
import { paymentNotice, paymentPage, showDay } from '../payments/payment-page.ts';
import { decideSubscription, payerOf, returnAddress } from './decide-subscription.ts';
import type { BillingCycle, Subscription } from './paypal.model.ts';
import { completedByCycle, dueDate } from './subscription.calendar.ts';

const path = '/paypal/webapps/billing/subscriptions';
const provider = 'PayPal';

/** Serves the page on which a payer agrees to a subscription. */
export function approveRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  const find = ({ query }: FastifyRequest): Subscription | undefined => {
    const { ba_token: token } = query as Record<string, string | undefined>;
    return deps.state.payments.paypal.subscriptions.find(({ approvalToken }) => approvalToken === token);
  };

  app.get(path, async (request, reply) => {
    const subscription = find(request);
    const page = subscription ? approvalPage(deps, subscription, request.url) : unknownPage();
    return reply
      .code(subscription ? 200 : 404)
      .type('text/html')
      .send(page);
  });

  app.post(path, async (request, reply) => {
    const subscription = find(request);
    if (!subscription) return reply.code(404).type('text/html').send(unknownPage());
    const { decision } = (request.body ?? {}) as Record<string, string | undefined>;
    const isApproved = decision === 'approve';
    return reply.redirect(
      await decideSubscription(deps, subscription, isApproved ? 'approve' : 'cancel'),
      303,
    );
  });
}

function unknownPage(): string {
  return paymentNotice({
    provider,
    title: 'Nothing to approve',
    message: 'This address belongs to no subscription.',
  });
}

function approvalPage(deps: SandboxDeps, subscription: Subscription, action: string): string {
  if (subscription.status !== 'APPROVAL_PENDING') {
    return paymentNotice({
      provider,
      title: 'Already decided',
      message: `This subscription is ${subscription.status.toLowerCase()}.`,
      link: { href: returnAddress(subscription), label: `Return to ${subscription.brand}` },
    });
  }
  const plan = deps.state.payments.paypal.plans.find(({ id }) => id === subscription.planId);
  const { givenName, surname, email } = payerOf(subscription);
  return paymentPage({
    provider,
    title: 'Agree to automatic payments?',
    what: plan?.name ?? 'A subscription',
    seller: subscription.brand,
    payer: `${givenName} ${surname} (${email})`,
    lines: subscription.cycles.map((cycle, n) =>
      cycleLine(subscription, cycle, { n, now: deps.now().getTime() }),
    ),
    action,
    buttons: [
      { decision: 'approve', label: 'Approve', isPrimary: true },
      { decision: 'cancel', label: 'Cancel' },
    ],
  });
}

function cycleLine(
  subscription: Subscription,
  { interval, totalCycles, price }: BillingCycle,
  { n, now }: { n: number; now: number },
) {
  const { cycles, currency } = subscription;
  const startAt = Math.max(subscription.startAt, now);
  const periodsBefore = cycles.slice(0, n).reduce((sum, cycle) => sum + cycle.totalCycles, 0);
  const from = completedByCycle(cycles, periodsBefore).some(Boolean)
    ? showDay(dueDate({ cycles, startAt }, periodsBefore))
    : 'today';
  const unit = interval.unit.toLowerCase();
  const period = interval.count === 1 ? unit : `${interval.count} ${unit}s`;
  const times = totalCycles === 1 ? `once, ${from}` : `every ${period} from ${from}`;
  return {
    label: totalCycles === 1 ? `First ${period}` : `Each ${period}`,
    amount: price === 0 ? 'Free' : showAmount(price, currency),
    when: totalCycles > 1 ? `${times}, ${totalCycles} times` : times,
  };
}
