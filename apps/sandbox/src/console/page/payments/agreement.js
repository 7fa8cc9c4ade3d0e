import { formatTime } from '../format.js';
import { formatMoney } from './money.js';

/** @import { Books } from '../contract.d.ts' */

/**
 * A subscription or a link, as a card shows it.
 * @typedef {{
 *   id: string, provider: string, title: string, price: string, status: string,
 *   tone: 'good' | 'warn' | 'bad' | '', payer: string, checkoutId: string | null, next: string | null,
 *   payUrl: string | null, isCharged: boolean, hasTime: boolean, createdAt: string,
 * }} Agreement
 */

/** @type {Record<string, Agreement['tone']>} */
const tones = {
  ACTIVE: 'good',
  paid: 'good',
  APPROVED: 'warn',
  APPROVAL_PENDING: 'warn',
  created: 'warn',
  partially_paid: 'warn',
  SUSPENDED: 'bad',
};

/** @param {string} status */
function words(status) {
  return status.toLowerCase().replaceAll('_', ' ');
}

/**
 * Returns the subscriptions and links, newest first.
 * @param {Books} books
 * @returns {Agreement[]}
 */
export function agreementsOf({ plans, subscriptions, links }) {
  const fromPaypal = subscriptions.map((one) => {
    const first = formatMoney(one.firstPeriodCents, one.currency);
    const regular = formatMoney(one.regularCents, one.currency);
    return {
      ...one,
      title: plans.find(({ id }) => id === one.planId)?.name ?? one.planId,
      price: first === regular ? regular : `${first}, then ${regular}`,
      status: words(one.status),
      tone: tones[one.status] ?? '',
      payer: one.payer ?? 'Not known yet',
      next: one.status === 'ACTIVE' && one.nextBillingAt ? formatTime(one.nextBillingAt) : null,
      payUrl: one.status === 'APPROVAL_PENDING' ? one.payUrl : null,
      isCharged: one.status === 'ACTIVE',
      hasTime: ['ACTIVE', 'SUSPENDED'].includes(one.status),
    };
  });
  const fromRazorpay = links.map((one) => ({
    ...one,
    title: 'Payment link',
    price: formatMoney(one.amountCents, one.currency),
    status: words(one.status),
    tone: tones[one.status] ?? '',
    payer: one.payer ?? 'Not known yet',
    next: null,
    payUrl: ['created', 'partially_paid'].includes(one.status) ? one.payUrl : null,
    isCharged: false,
    hasTime: ['created', 'partially_paid'].includes(one.status),
  }));
  return [...fromPaypal, ...fromRazorpay].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
