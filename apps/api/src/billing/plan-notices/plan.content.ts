import {
  type DateReader,
  type DateWriter,
  dateWriter,
  describeDaysUntil,
  paymentProviderLabels,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { isPaymentProvider } from '../../base/payments/payment-provider.ts';
import type { MailBlock, MailContent } from '../../mail/content.ts';
import {
  defineMail,
  exampleOrigin,
  exampleReader,
  type MailDefinition,
  type MailId,
} from '../../mail/define-mail.ts';
import { findPlanNews, type PlanNews } from './plan-news.store.ts';

/** When a mail is written, and where our site is. */
export type At = { now: Date; origin: string };

type NewsMail<Id extends MailId, News> = Omit<MailDefinition<Id>, 'write' | 'examples'> & {
  find: (context: Context, ids: Record<Id, string>) => Promise<News | null>;
  /** Whether there is still something to say; there is where this is left out. */
  isDue?: (news: News, now: Date) => boolean;
  write: (news: News, at: At) => MailContent;
  examples: readonly (News | [news: News, now: Date])[];
};

/** Defines a mail to the user whom the facts name, written when it is sent. */
export function defineNewsMail<const Id extends MailId, News extends { userId: string; to: string }>({
  find,
  isDue = () => true,
  write,
  examples,
  ...definition
}: NewsMail<Id, News>): MailDefinition<Id> {
  return defineMail({
    ...definition,
    write: async (context, ids) => {
      const news = await find(context, ids);
      const at = { now: context.now(), origin: context.settings.publicOrigin };
      if (!news || !isDue(news, at.now)) return null;
      return { to: news.to, userId: news.userId, content: write(news, at) };
    },
    examples: examples.map((example) => {
      const [news, now] = Array.isArray(example) ? example : [example, exampleNow];
      return write(news, { now, origin: exampleOrigin });
    }),
  });
}

/** What mails about a plan have in common, by what names the plan. */
export const aboutPlan = {
  ofBatch: { kind: 'payment', ids: ['batchId'], find: findPlanNews },
  ofSubscription: { kind: 'payment', ids: ['subscriptionId'], find: findPlanNews },
  ofPayment: { kind: 'payment', ids: ['transactionId'], find: findPlanNews },
} as const;

type Said = Pick<MailContent, 'subject' | 'preview'> & {
  /** The same as the subject where it is left out. */
  title?: string;
  opening: string | MailBlock;
  more?: MailBlock[];
  /** Where the button leads; to the page of the subscription where it is left out. */
  button?: { label: string; path?: string };
  because?: string;
};

/** Returns a mail about a plan: what is said of it, and one button. */
export function toContent({ origin }: Pick<At, 'origin'>, said: Said): MailContent {
  const { subject, title = subject, preview, opening, more = [], button, ...rest } = said;
  const { label = 'Open your subscription', path = '/subscription' } = button ?? {};
  return {
    subject,
    preview,
    title,
    blocks: [
      typeof opening === 'string' ? { kind: 'text', text: opening } : opening,
      ...more,
      { kind: 'button', label, url: `${origin}${path}` },
    ],
    because: 'because it is about your plan',
    ...rest,
  };
}

/** Returns the button to a receipt; nothing where there is none. */
export function toReceipt({ receiptNumber }: Pick<PlanNews, 'receiptNumber'>): Pick<Said, 'button'> {
  if (receiptNumber === null) return {};
  return { button: { label: 'Open the receipt', path: `/subscription/receipts/${receiptNumber}` } };
}

/** Returns the name of the provider that takes the money; null when nobody does. */
export function getPayee({ provider }: { provider: string | null }): string | null {
  return isPaymentProvider(provider) ? paymentProviderLabels[provider] : null;
}

function writeFor(reader: DateReader): DateWriter {
  return dateWriter({ ...reader, timeZone: reader.timeZone ?? 'UTC' });
}

/** Returns a day as the reader of a mail writes it: `December 21, 2026`. */
export function formatLongDayFor(reader: DateReader, at: Date): string {
  return writeFor(reader).longDay(at);
}

/** Returns how far away a day is for the reader of a mail: `today`, `tomorrow` or `in 5 days`. */
export function formatDaysLeft(reader: DateReader, end: Date | null, now: Date): string {
  return end ? describeDaysUntil(writeFor(reader).daysUntil(end, now)) : 'soon';
}

/** Returns what somebody does whose plan can no longer be bought; null for one that can. */
export function describeNotOffered({
  isOffered,
  planName,
}: PlanNews | Omit<PlanNews, 'next'>): string | null {
  return isOffered
    ? null
    : `${planName} is no longer offered, so it cannot be renewed. To go on, choose another plan on the page of your subscription.`;
}

/** Returns the last day of the period, in words where there is no end. */
export function formatPeriodEnd(news: PlanNews): string {
  return news.periodEnd ? formatLongDayFor(news, news.periodEnd) : 'without an end';
}

/** When the examples are written, but for those that name another moment. */
const exampleNow = new Date('2026-11-21T10:00:00Z');

/** A plan of the examples: Basic by PayPal, paid for a month. */
export const exampleNews: PlanNews = {
  userId: '0193b1f0-0000-7000-8000-000000000001',
  to: 'olivia.park@northwind.example',
  ...exampleReader,
  planId: 2,
  planName: 'Basic',
  isOffered: true,
  limit: 10,
  freeLimit: 1,
  freeName: 'Free',
  status: 'active',
  provider: 'paypal',
  priceCents: 699,
  currency: 'USD',
  startDate: exampleNow,
  periodEnd: new Date('2026-12-21T10:00:00Z'),
  firstCents: 559,
  pastDueSince: null,
  isCancelled: false,
  wasRefunded: false,
  canResume: true,
  paidCents: 559,
  paidAt: exampleNow,
  receiptNumber: '2026-000123',
  beside: null,
  next: null,
  trialEndsAt: null,
};
