import type { Tone } from '@picksync/ui/badge.tsx';
import type { Books } from '../contract.ts';
import { formatTime } from '../format.ts';
import { formatMoney } from './money.ts';

/** A subscription or a link, as a card shows it. */
export type Agreement = {
  id: string;
  provider: string;
  title: string;
  price: string;
  status: string;
  tone: Tone;
  payer: string;
  checkoutId: string | null;
  next: string | null;
  payUrl: string | null;
  isCharged: boolean;
  hasTime: boolean;
  createdAt: string;
};

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

function fromSubscription(one: Books['subscriptions'][number], plans: Books['plans']): Agreement {
  const first = formatMoney(one.firstPeriodCents, one.currency);
  const regular = formatMoney(one.regularCents, one.currency);
  return {
    ...one,
    title: plans.find(({ id }) => id === one.planId)?.name ?? one.planId,
    price: first === regular ? regular : `${first}, then ${regular}`,
    status: words(one.status),
    tone: tones[one.status] ?? 'neutral',
    payer: one.payer ?? 'Not known yet',
    next: one.status === 'ACTIVE' && one.nextBillingAt ? formatTime(one.nextBillingAt) : null,
    payUrl: one.status === 'APPROVAL_PENDING' ? one.payUrl : null,
    isCharged: one.status === 'ACTIVE',
    hasTime: ['ACTIVE', 'SUSPENDED'].includes(one.status),
  };
}

function fromLink(one: Books['links'][number]): Agreement {
  const isOpen = ['created', 'partially_paid'].includes(one.status);
  return {
    ...one,
    title: 'Payment link',
    price: formatMoney(one.amountCents, one.currency),
    status: words(one.status),
    tone: tones[one.status] ?? 'neutral',
    payer: one.payer ?? 'Not known yet',
    next: null,
    payUrl: isOpen ? one.payUrl : null,
    isCharged: false,
    hasTime: isOpen,
  };
}

/** Returns the subscriptions and links, newest first. */
export function findAgreements({ plans, subscriptions, links }: Books): Agreement[] {
  const all = [...subscriptions.map((one) => fromSubscription(one, plans)), ...links.map(fromLink)];
  return all.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
