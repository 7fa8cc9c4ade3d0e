import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../deps.ts';
import { showAmount } from '../payments/amount.ts';
import {
  type DecisionPage,
  paymentNotice,
  paymentPage,
  servePages,
  showDay,
} from '../payments/payment-page.ts';
import { decideRevision, decideSubscription, getPayer, returnAddress } from './decide-subscription.ts';
import { approvalPath, revisionPath } from './links.ts';
import type { BillingCycle, Revision, Subscription, Terms } from './paypal.model.ts';
import { findPlan } from './paypal.store.ts';
import { computeCharge } from './pricing.ts';
import { dueDate } from './subscription.calendar.ts';
import { toAmount } from './wire.ts';

const provider = 'PayPal';

/** Serves the pages on which a payer agrees to a subscription, and to a change of one. */
export function approveRoutes(app: FastifyInstance, deps: SandboxDeps): void {
  addPage(app, approvalPath, (token) => {
    const subscription = deps.state.payments.paypal.subscriptions.find((one) => one.approvalToken === token);
    return (
      subscription && {
        show: (action) => approvalPage(deps, subscription, action),
        decide: (decision) => decideSubscription(deps, subscription, decision),
      }
    );
  });
  addPage(app, revisionPath, (token) => {
    const subscription = deps.state.payments.paypal.subscriptions.find(
      (one) => one.revision?.approvalToken === token,
    );
    const revision = subscription?.revision;
    if (!subscription || !revision) return undefined;
    return {
      show: (action) => revisionPage(deps, { subscription, revision }, action),
      decide: (decision) => decideRevision(deps, { subscription, revision }, decision),
    };
  });
}

type Page = Pick<DecisionPage, 'show'> & {
  /** Null where the app named no address to return to. */
  decide: (decision: 'approve' | 'cancel') => Promise<string | null>;
};

/** Serves the pages that are named by a token. */
function addPage(app: FastifyInstance, path: string, find: (token: string | undefined) => Page | undefined) {
  servePages(app, path, {
    find: ({ query }) => {
      const page = find((query as Record<string, string | undefined>).ba_token);
      return (
        page && {
          show: page.show,
          decide: async (decision) => {
            const location = await page.decide(decision === 'approve' ? 'approve' : 'cancel');
            return location === null ? { page: donePage } : { location };
          },
        }
      );
    },
    unknown: paymentNotice({
      provider,
      title: 'Nothing to approve',
      message: 'This address belongs to no subscription.',
    }),
  });
}

const donePage = paymentNotice({ provider, title: 'Thank you', message: 'You can close this page.' });

function approvalPage(deps: SandboxDeps, subscription: Subscription, action: string): string {
  if (subscription.status !== 'APPROVAL_PENDING') {
    const back = returnAddress(subscription.id, subscription);
    return paymentNotice({
      provider,
      title: 'Already decided',
      message: `This subscription is ${subscription.status.toLowerCase()}.`,
      ...(back !== null && { link: { href: back, label: `Return to ${subscription.brand}` } }),
    });
  }
  return agreementPage(deps, {
    title: 'Agree to automatic payments?',
    subscription,
    terms: subscription,
    startAt: Math.max(subscription.startAt, deps.now().getTime()),
    action,
  });
}

function revisionPage(
  deps: SandboxDeps,
  { subscription, revision }: { subscription: Subscription; revision: Revision },
  action: string,
): string {
  return agreementPage(deps, {
    title: 'Agree to changed payments?',
    subscription,
    terms: {
      ...revision,
      cycles: revision.cycles.filter((cycle) => cycle.tenure_type === 'REGULAR'),
      preferences: { ...revision.preferences, setup_fee: undefined },
    },
    startAt: subscription.nextBillingAt ?? deps.now().getTime(),
    action,
  });
}

function agreementPage(
  deps: SandboxDeps,
  {
    title,
    subscription,
    terms,
    startAt,
    action,
  }: { title: string; subscription: Subscription; terms: Terms; startAt: number; action: string },
): string {
  const { givenName, surname, email } = getPayer(subscription);
  return paymentPage({
    provider,
    title,
    what: findPlan(deps, terms.planId)?.name ?? 'A subscription',
    seller: subscription.brand,
    payer: `${givenName} ${surname} (${email})`,
    lines: [
      ...setupFeeLines(terms),
      ...terms.cycles.map((cycle, n) => cycleLine(terms, cycle, { n, startAt, now: deps.now().getTime() })),
    ],
    action,
    buttons: [
      { decision: 'approve', label: 'Approve', isPrimary: true },
      { decision: 'cancel', label: 'Cancel' },
    ],
  });
}

function setupFeeLines({ preferences: { setup_fee: fee }, currency }: Terms) {
  const amount = fee ? toAmount(fee) : 0;
  return amount > 0
    ? [{ label: 'Set-up fee', amount: showAmount(amount, currency), when: 'once, today' }]
    : [];
}

function cycleLine(
  terms: Terms,
  cycle: BillingCycle,
  { n, startAt, now }: { n: number; startAt: number; now: number },
) {
  const { cycles, currency } = terms;
  const { frequency, total_cycles: total } = cycle;
  const { amount } = computeCharge(terms, cycle);
  const periodsBefore = cycles.slice(0, n).reduce((sum, cycle) => sum + cycle.total_cycles, 0);
  const begins = dueDate({ cycles, calendarFrom: startAt }, periodsBefore);
  const from = begins > now ? showDay(begins) : 'today';
  const unit = frequency.interval_unit.toLowerCase();
  const period = frequency.interval_count === 1 ? unit : `${frequency.interval_count} ${unit}s`;
  const times = total === 1 ? `once, ${from}` : `every ${period} from ${from}`;
  return {
    label: total === 1 ? `First ${period}` : `Each ${period}`,
    amount: amount === 0 ? 'Free' : showAmount(amount, currency),
    when: total > 1 ? `${times}, ${total} times` : times,
  };
}
