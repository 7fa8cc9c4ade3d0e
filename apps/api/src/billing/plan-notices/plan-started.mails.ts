import { pluralize } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import type { MailBlock, MailContent } from '../../mail/content.ts';
import {
  type At,
  aboutPlan,
  defineNewsMail,
  exampleNews,
  formatLongDayFor,
  formatPeriodEnd,
  getPayee,
  toContent,
  toReceipt,
} from './plan.content.ts';
import type { PlanNews } from './plan-news.store.ts';

function listPlanFacts(news: PlanNews): MailBlock {
  const { paidCents, currency, limit } = news;
  const payee = getPayee(news);
  const paid = formatMoney(paidCents ?? 0, currency);
  return {
    kind: 'facts',
    rows: [
      ['Plan', `${news.planName}, up to ${pluralize(limit, 'automation')}`],
      ['Paid', payee === null ? 'Nothing to pay' : `${paid} by ${payee}`],
      [isAutomatic(news) ? 'Renews' : news.periodEnd ? 'Runs until' : 'Runs', formatPeriodEnd(news)],
    ],
  };
}

/** Returns whether the plan renews by itself. */
function isAutomatic({ provider, status }: PlanNews): boolean {
  return provider === 'paypal' && status === 'active';
}

function describeNextStep(news: PlanNews): string {
  if (news.periodEnd === null) return 'It runs without an end.';
  if (isAutomatic(news))
    return `PayPal renews it for ${formatMoney(news.priceCents, news.currency)} a month until you cancel.`;
  return 'Before it ends we ask you how to go on. Nothing is charged without you.';
}

function planStarted(news: PlanNews, at: At): MailContent {
  const next = describeNextStep(news);
  return toContent(at, {
    subject: `${news.planName} is active`,
    preview: next,
    opening: `Your plan is ${news.planName} now. ${next}`,
    more: [listPlanFacts(news)],
    ...toReceipt(news),
  });
}

function planRenewed(news: PlanNews, at: At): MailContent {
  const next = describeNextStep(news);
  const goesOn =
    news.status === 'scheduled' ? `starts on ${formatLongDayFor(news, news.startDate)}` : 'goes on';
  return toContent(at, {
    subject: `${news.planName} is paid until ${formatPeriodEnd(news)}`,
    preview: next,
    opening: `Your payment arrived, and ${news.planName} ${goesOn}. ${next}`,
    more: [listPlanFacts(news)],
    ...toReceipt(news),
  });
}

/** For a user with a new plan, with a link to its receipt. */
export const planStartedMail = defineNewsMail({
  ...aboutPlan.ofSubscription,
  isDue: ({ status }) => status !== 'expired',
  write: planStarted,
  examples: [
    exampleNews,
    { ...exampleNews, provider: 'razorpay' },
    { ...exampleNews, provider: 'none', paidCents: null, paidAt: null, receiptNumber: null },
  ],
});

/** For a user who has paid for one more period. */
export const planRenewedMail = defineNewsMail({
  ...aboutPlan.ofPayment,
  isDue: ({ status }) => status !== 'expired',
  write: planRenewed,
  examples: [{ ...exampleNews, paidCents: 699 }],
});
