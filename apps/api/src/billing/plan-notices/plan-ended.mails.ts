import { pluralize } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import type { MailContent } from '../../mail/content.ts';
import {
  type At,
  aboutPlan,
  defineNewsMail,
  exampleNews,
  formatLongDayFor,
  formatPeriodEnd,
  toContent,
} from './plan.content.ts';
import type { PlanNews } from './plan-news.store.ts';

function planCancelled(news: PlanNews, at: At): MailContent {
  const { planName, freeLimit } = news;
  const end = formatPeriodEnd(news);
  const stays =
    freeLimit === 1 ? 'your oldest automation goes on' : `your ${freeLimit} oldest automations go on`;
  return toContent(at, {
    subject: `${planName} is canceled and runs until ${end}`,
    preview: 'Nothing more is charged.',
    title: `${planName} is canceled`,
    opening: `You keep ${planName} until ${end}, and nothing more is charged. After that you are on ${news.freeName}: ${stays}, checked every 15 minutes. Others are paused, and nothing is deleted.`,
    more: [{ kind: 'note', text: describeResumption(news, end) }],
  });
}

/** Says how to get a plan again. A subscription that was ended at PayPal cannot be resumed. */
function describeResumption({ canResume, isOffered, planName }: PlanNews, end: string): string {
  if (canResume) return 'Until that day you can resume on the page of your subscription.';
  const how = isOffered
    ? `To keep ${planName} after ${end}, subscribe again on the page of your subscription.`
    : `${planName} is no longer offered: to go on after ${end}, choose another plan on the page of your subscription.`;
  return `PayPal has ended this subscription for good. ${how}`;
}

function planResumed(news: PlanNews, at: At): MailContent {
  const { planName, provider } = news;
  const end = formatPeriodEnd(news);
  const next =
    provider === 'paypal'
      ? `PayPal renews ${planName} for ${formatMoney(news.priceCents, news.currency)} on ${end}.`
      : `${planName} is paid until ${end}. Before that we ask you how to go on.`;
  return toContent(at, {
    subject: `${planName} goes on`,
    preview: next,
    opening: `Your cancellation is taken back. ${next}`,
  });
}

function getReason({ planName, pastDueSince, isCancelled, wasRefunded, provider }: PlanNews): string {
  if (wasRefunded) return `${planName} has ended because its payment went back.`;
  if (isCancelled) return `${planName} has ended, as you had decided.`;
  if (pastDueSince !== null) return `${planName} has ended because it was not paid.`;
  if (provider === 'none') return `Your free period of ${planName} is over.`;
  return `${planName} has ended.`;
}

function planEnded(news: PlanNews, at: At): MailContent {
  const { planName, freeName, trialEndsAt } = news;
  const free = `${pluralize(news.freeLimit, 'automation')}, checked every 15 minutes`;
  const trialDay = trialEndsAt !== null && trialEndsAt > at.now ? formatLongDayFor(news, trialEndsAt) : null;
  const state = trialDay === null ? `You are on ${freeName} now` : 'Your trial goes on';
  const rows: [string, string][] =
    trialDay === null
      ? [
          [`With ${freeName}`, free],
          ['Your dropdowns', 'Keep the options they have'],
        ]
      : [
          [`Until ${trialDay}`, 'Trial'],
          ['After that', `${freeName}: ${free}`],
        ];
  return toContent(at, {
    subject: `${state}: ${planName} has ended`,
    preview: getReason(news),
    title: `${planName} has ended`,
    opening: `${getReason(news)} ${state}${trialDay === null ? '' : ` until ${trialDay}`}. Nothing is deleted, and nothing is charged.`,
    more: [{ kind: 'facts', rows }],
    button: { label: 'Compare the plans' },
  });
}

/** For a user who has cancelled. */
export const planCancelledMail = defineNewsMail({
  ...aboutPlan.ofBatch,
  isDue: ({ status }) => status === 'cancelled',
  write: planCancelled,
  examples: [
    exampleNews,
    { ...exampleNews, canResume: false },
    { ...exampleNews, canResume: false, isOffered: false },
  ],
});

/** For a user who has undone a cancellation. */
export const planResumedMail = defineNewsMail({
  ...aboutPlan.ofBatch,
  isDue: ({ status }) => status === 'active',
  write: planResumed,
  examples: [exampleNews, { ...exampleNews, provider: 'razorpay' }],
});

/** For a user whose plan has ended: as decided, or unpaid (the last of three mails). */
export const planEndedMail = defineNewsMail({
  ...aboutPlan.ofBatch,
  // A plan whose payment went back has a mail of its own.
  isDue: ({ status, wasRefunded }) => status === 'expired' && !wasRefunded,
  write: planEnded,
  examples: [
    { ...exampleNews, isCancelled: true },
    { ...exampleNews, pastDueSince: exampleNews.periodEnd },
    { ...exampleNews, provider: 'none' },
  ],
});

const refunded = { ...exampleNews, wasRefunded: true };

/** For a user whose payment was refunded, or taken back by their bank: the plan that it bought is over. */
export const planRefundedMail = defineNewsMail({
  ...aboutPlan.ofSubscription,
  isDue: ({ status }) => status === 'expired',
  write: planEnded,
  examples: [refunded, { ...refunded, trialEndsAt: new Date('2026-12-24T10:00:00Z') }],
});
