import { graceEnd } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import type { MailContent } from '../../mail/content.ts';
import { type DueNews, findDueNews } from './find-due-news.ts';
import {
  type At,
  aboutPlan,
  defineNewsMail,
  describeNotOffered,
  exampleNews,
  formatDaysLeft,
  formatLongDayFor,
  toContent,
} from './plan.content.ts';

const dayMs = 24 * 60 * 60_000;

function paymentFailed(news: DueNews, at: At): MailContent {
  const { planName, pastDueSince, provider } = news;
  const since = pastDueSince ?? news.periodEnd;
  const end = since && graceEnd(since);
  const until = end ? formatLongDayFor(news, end) : 'soon';
  const isLastDay = pastDueSince !== null && graceEnd(pastDueSince).getTime() - at.now.getTime() <= dayMs;
  const what = provider === 'paypal' ? `Your payment for ${planName} failed` : `${planName} was not renewed`;
  return toContent(at, {
    subject: isLastDay
      ? `${planName} ends ${formatDaysLeft(news, end, at.now)}, because it is not paid`
      : what,
    preview: `Everything goes on as before until ${until}.`,
    opening: {
      kind: 'fix',
      problem: `${formatMoney(news.dueCents, news.currency)} for ${planName} has not arrived. Everything goes on as before until ${until}; then you are on ${news.freeName}.`,
      remedy: describeRemedy(news),
    },
  });
}

const unpaid: DueNews = { ...exampleNews, dueCents: 699, next: null, pastDueSince: exampleNews.periodEnd };

function describeRemedy(news: DueNews): string {
  if (news.provider !== 'paypal')
    return describeNotOffered(news) ?? 'Please renew it on the page of your subscription.';
  const check = 'Please check how you pay in your PayPal account: PayPal tries again.';
  return `${check} Or choose another ${news.isOffered ? 'way to pay' : 'plan'} on the page of your subscription.`;
}

/** For a user whose payment is missing: when the days of grace begin, and a day before they end. */
export const paymentFailedMail = defineNewsMail({
  ...aboutPlan.ofBatch,
  find: findDueNews,
  isDue: ({ status }) => status === 'past_due',
  write: paymentFailed,
  examples: [
    [unpaid, new Date('2026-12-21T10:05:00Z')],
    [{ ...unpaid, isOffered: false }, new Date('2026-12-21T10:05:00Z')],
    [{ ...unpaid, provider: 'razorpay', isOffered: false }, new Date('2026-12-23T11:00:00Z')],
    [{ ...unpaid, provider: 'razorpay' }, new Date('2026-12-23T11:00:00Z')],
  ],
});
