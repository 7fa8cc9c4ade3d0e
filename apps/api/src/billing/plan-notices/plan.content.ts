import { type DateReader, dateWriter, graceEnd, paymentProviderLabels } from '@picksync/contracts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import { exampleReader } from '../../mail/define-mail.ts';
import type { PlanNews } from './plan-news.store.ts';

export const because = 'because it is about your plan';

/** Returns the name of the provider that takes the money; null when nobody does. */
export function getPayee({ provider }: { provider: string | null }): string | null {
  return isPaymentProvider(provider) ? paymentProviderLabels[provider] : null;
}

/** Returns a day as the reader of a mail writes it: `December 21, 2026`. */
export function dayFor(reader: DateReader, at: Date): string {
  return dateWriter({ ...reader, timeZone: reader.timeZone ?? 'UTC' }).longDay(at);
}

/** Returns the last day of the period; a dash where there is no end. */
export function formatPeriodEnd(news: PlanNews): string {
  return news.periodEnd ? dayFor(news, news.periodEnd) : 'without an end';
}

/** Returns the day on which an unpaid plan ends. */
export function formatGraceEnd(news: PlanNews): string {
  const since = news.pastDueSince ?? news.periodEnd;
  return since ? dayFor(news, graceEnd(since)) : 'soon';
}

/** Returns the page of a receipt, or of the subscription where there is none. */
export function receiptButton(origin: string, { receiptNumber }: Pick<PlanNews, 'receiptNumber'>) {
  return receiptNumber === null
    ? ({ kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` } as const)
    : ({
        kind: 'button',
        label: 'Open the receipt',
        url: `${origin}/subscription/receipts/${receiptNumber}`,
      } as const);
}

/** A plan of the examples: Basic by PayPal, paid for a month. */
export const exampleNews: PlanNews = {
  userId: '0193b1f0-0000-7000-8000-000000000001',
  to: 'olivia.park@northwind.example',
  ...exampleReader,
  planName: 'Basic',
  limit: 10,
  freeLimit: 1,
  freeName: 'Free',
  status: 'active',
  provider: 'paypal',
  priceCents: 699,
  currency: 'USD',
  startDate: new Date('2026-11-21T10:00:00Z'),
  periodEnd: new Date('2026-12-21T10:00:00Z'),
  firstCents: 559,
  pastDueSince: null,
  isCancelled: false,
  wasTakenBack: false,
  canResume: true,
  paidCents: 559,
  paidAt: new Date('2026-11-21T10:00:00Z'),
  receiptNumber: '2026-000123',
  beside: null,
  next: null,
  trialEndsAt: null,
};
