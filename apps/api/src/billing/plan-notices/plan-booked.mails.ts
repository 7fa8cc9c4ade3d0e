import { pluralize } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import type { MailContent } from '../../mail/content.ts';
import {
  type At,
  aboutPlan,
  defineNewsMail,
  exampleNews,
  formatLongDayFor,
  getPayee,
  toContent,
} from './plan.content.ts';
import type { PlanNews } from './plan-news.store.ts';

/** Returns how a booked plan is paid: the charge on its first day, and the later ones. */
function describePayment(news: PlanNews, day: string): string {
  const { provider, firstCents, priceCents, currency } = news;
  const [first, price] = [formatMoney(firstCents, currency), formatMoney(priceCents, currency)];
  if (provider === 'paypal') {
    const later = first === price ? 'and then every month' : `and then ${price} every month`;
    return `On ${day} PayPal takes ${first}, ${later} until you cancel.`;
  }
  if (firstCents === 0) return 'The first month costs nothing. Before it ends we ask you how to go on.';
  return `It costs ${price} a month. Before ${day} we mail you a link to pay for it.`;
}

function isOnTrial({ trialEndsAt }: PlanNews, now: Date): boolean {
  return trialEndsAt !== null && trialEndsAt > now;
}

function planScheduled(news: PlanNews, at: At): MailContent {
  const { planName, beside, limit, freeName } = news;
  const day = formatLongDayFor(news, news.startDate);
  const [trial, plan] = isOnTrial(news, at.now) ? ['your trial', 'Trial'] : ['what you have', freeName];
  const payee = getPayee(news);
  const price = `${formatMoney(news.priceCents, news.currency)} a month${payee === null ? '' : ` by ${payee}`}`;
  const takeBack = beside
    ? `Until then you can stay on ${beside.name}, on the page of your subscription.`
    : `Cancel before ${day} and you pay nothing.`;
  return toContent(at, {
    subject: `${planName} starts on ${day}`,
    preview: 'Nothing is charged before.',
    opening: `You keep ${beside?.name ?? trial} until ${day}. Then ${planName} starts, up to ${pluralize(limit, 'automation')}. Nothing is charged before. ${describePayment(news, day)}`,
    more: [
      {
        kind: 'facts',
        rows: [
          [`Until ${day}`, beside?.name ?? plan],
          [`From ${day}`, `${planName}, ${price}`],
        ],
      },
      { kind: 'note', text: takeBack },
    ],
  });
}

/** Returns the plan or trial that continues instead of the booked plan. */
function describeWhatStays(news: PlanNews): string {
  const { beside, trialEndsAt } = news;
  if (beside?.endsAt) {
    const end = formatLongDayFor(news, beside.endsAt);
    return beside.provider === 'paypal'
      ? `You stay on ${beside.name}, which PayPal renews on ${end}.`
      : `You stay on ${beside.name}, which is paid until ${end}.`;
  }
  if (beside) return `You stay on ${beside.name}.`;
  return trialEndsAt ? `Your trial goes on until ${formatLongDayFor(news, trialEndsAt)}.` : '';
}

function planUnscheduled(news: PlanNews, at: At): MailContent {
  const { planName } = news;
  const goesOn = describeWhatStays(news);
  return toContent(at, {
    subject: `${planName} does not start`,
    preview: goesOn,
    opening: `${planName} was to start on ${formatLongDayFor(news, news.startDate)} and does not any more. Nothing is charged for it. ${goesOn}`,
  });
}

const startDate = new Date('2026-12-05T10:00:00Z');

const onTrial: PlanNews = {
  ...exampleNews,
  status: 'scheduled',
  startDate,
  firstCents: 699,
  paidCents: null,
  paidAt: null,
  receiptNumber: null,
  trialEndsAt: startDate,
};

const premium = { name: 'Premium', status: 'active', endsAt: startDate, provider: 'paypal' } as const;

const afterPremium: PlanNews = { ...onTrial, trialEndsAt: null, beside: premium };

/** For a user who has booked a plan that begins on a later day. */
export const planScheduledMail = defineNewsMail({
  ...aboutPlan.ofSubscription,
  isDue: ({ status }) => status === 'scheduled',
  write: planScheduled,
  examples: [
    onTrial,
    afterPremium,
    { ...afterPremium, provider: 'razorpay', beside: { ...premium, provider: 'razorpay' } },
  ],
});

/**
 * For a user whose booked plan will not begin, by their own decision or the provider's. If the current plan was cancelled
 * or replaced at the same time, the mail about that covers both.
 */
export const planUnscheduledMail = defineNewsMail({
  ...aboutPlan.ofBatch,
  isDue(news, now) {
    const { status, next, beside, startDate } = news;
    if (status !== 'expired' || next) return false;
    if (!beside) return isOnTrial(news, now);
    return beside.status === 'active' && beside.endsAt?.getTime() === startDate.getTime();
  },
  write: planUnscheduled,
  examples: [onTrial, afterPremium],
});
