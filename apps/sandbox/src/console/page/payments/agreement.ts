import type { Tone } from '@picksync/ui/badge.tsx';
import type { Books } from '../contract.ts';
import { formatTime } from '../format.ts';
import { formatMoney } from './money.ts';

type Sold = Pick<Books, 'subscriptions' | 'links'> & { plans: Pick<Books['plans'][number], 'id' | 'name'>[] };

/** A subscription or a link, as a card shows it. */
export type Agreement = ReturnType<typeof findAgreements>[number];

const tones: Partial<Record<string, Tone>> = {
  ACTIVE: 'good',
  paid: 'good',
  APPROVED: 'warn',
  APPROVAL_PENDING: 'warn',
  created: 'warn',
  partially_paid: 'warn',
  SUSPENDED: 'bad',
};

/** Writes a provider's name of a state for people: `APPROVAL_PENDING` is "approval pending". */
export function words(name: string): string {
  return name.toLowerCase().replaceAll('_', ' ');
}

function describe({ status, payer }: { status: string; payer: string | null }) {
  return { status: words(status), tone: tones[status] ?? 'neutral', payer: payer ?? 'Not known yet' };
}

function fromSubscription(one: Sold['subscriptions'][number], plans: Sold['plans']) {
  const first = formatMoney(one.firstPeriodCents, one.currency);
  const regular = formatMoney(one.regularCents, one.currency);
  const isActive = one.status === 'ACTIVE';
  return {
    ...one,
    ...describe(one),
    title: plans.find(({ id }) => id === one.planId)?.name ?? one.planId,
    price: first === regular ? regular : `${first}, then ${regular}`,
    next: isActive && one.nextBillingAt ? formatTime(one.nextBillingAt) : null,
    payUrl: one.status === 'APPROVAL_PENDING' ? one.payUrl : null,
    isCharged: isActive,
    hasTime: isActive || one.status === 'SUSPENDED',
  };
}

function fromLink(one: Sold['links'][number]) {
  const isOpen = ['created', 'partially_paid'].includes(one.status);
  return {
    ...one,
    ...describe(one),
    title: 'Payment link',
    price: formatMoney(one.amountCents, one.currency),
    next: null,
    payUrl: isOpen ? one.payUrl : null,
    isCharged: false,
    hasTime: isOpen,
  };
}

/** Returns the subscriptions and links, newest first. */
export function findAgreements({ plans, subscriptions, links }: Sold) {
  const all = [...subscriptions.map((one) => fromSubscription(one, plans)), ...links.map(fromLink)];
  return all.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
