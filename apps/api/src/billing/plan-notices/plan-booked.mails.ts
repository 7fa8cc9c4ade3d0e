import { formatMoney } from '../../base/amounts.ts';
import { counted, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, dayFor, exampleNews, getPayee } from './plan.content.ts';
import { findPlanNews, type PlanNews } from './plan-news.store.ts';

type At = { now: Date; origin: string };

/** Returns how a booked plan is paid: the charge on its first day, and the later ones. */
function describePayment(news: PlanNews): string {
  const { provider, firstCents, priceCents, currency } = news;
  const day = dayFor(news, news.startDate);
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

function planScheduled(news: PlanNews, { now, origin }: At): MailContent {
  const { planName, beside, limit } = news;
  const day = dayFor(news, news.startDate);
  const isTrial = isOnTrial(news, now);
  const before = beside?.name ?? (isTrial ? 'your trial' : 'what you have');
  const takeBack = beside
    ? `Until then you can stay on ${beside.name}, on the page of your subscription.`
    : `Cancel before ${day} and you pay nothing.`;
  return {
    subject: `${planName} starts on ${day}`,
    preview: 'Nothing is charged before.',
    title: `${planName} starts on ${day}`,
    blocks: [
      {
        kind: 'text',
        text: `You keep ${before} until ${day}. Then ${planName} starts, up to ${counted(limit, 'automation')}. Nothing is charged before. ${describePayment(news)}`,
      },
      {
        kind: 'facts',
        rows: [
          [`Until ${day}`, beside?.name ?? (isTrial ? 'Trial' : news.freeName)],
          [`From ${day}`, `${planName}, ${formatPrice(news)}`],
        ],
      },
      { kind: 'note', text: takeBack },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

function formatPrice(news: PlanNews): string {
  const payee = getPayee(news);
  return `${formatMoney(news.priceCents, news.currency)} a month${payee === null ? '' : ` by ${payee}`}`;
}

/** Returns the plan or trial that continues instead of the booked plan. */
function describeWhatStays(news: PlanNews): string {
  const { beside, trialEndsAt } = news;
  if (beside?.endsAt) {
    const end = dayFor(news, beside.endsAt);
    return beside.provider === 'paypal'
      ? `You stay on ${beside.name}, which PayPal renews on ${end}.`
      : `You stay on ${beside.name}, which is paid until ${end}.`;
  }
  if (beside) return `You stay on ${beside.name}.`;
  return trialEndsAt ? `Your trial goes on until ${dayFor(news, trialEndsAt)}.` : '';
}

function planUnscheduled(news: PlanNews, origin: string): MailContent {
  const { planName } = news;
  const goesOn = describeWhatStays(news);
  return {
    subject: `${planName} does not start`,
    preview: goesOn,
    title: `${planName} does not start`,
    blocks: [
      {
        kind: 'text',
        text: `${planName} was to start on ${dayFor(news, news.startDate)} and does not any more. Nothing is charged for it. ${goesOn}`,
      },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

const onTrial: PlanNews = {
  ...exampleNews,
  status: 'scheduled',
  startDate: new Date('2026-12-05T10:00:00Z'),
  firstCents: 699,
  paidCents: null,
  paidAt: null,
  receiptNumber: null,
  trialEndsAt: new Date('2026-12-05T10:00:00Z'),
};

const premium = {
  name: 'Premium',
  status: 'active',
  endsAt: new Date('2026-12-05T10:00:00Z'),
  provider: 'paypal',
} as const;

const afterPremium: PlanNews = { ...onTrial, trialEndsAt: null, beside: premium };

const exampleAt = { now: new Date('2026-11-21T10:00:00Z'), origin: exampleOrigin };

/** For a user who has booked a plan that begins on a later day. */
export const planScheduledMail = defineMail({
  kind: 'payment',
  ids: ['subscriptionId'],
  write: async (context, { subscriptionId }) => {
    const news = await findPlanNews(context.db, { subscriptionId });
    if (news?.status !== 'scheduled') return null;
    const content = planScheduled(news, { now: context.now(), origin: context.settings.publicOrigin });
    return { to: news.to, userId: news.userId, content };
  },
  examples: [
    planScheduled(onTrial, exampleAt),
    planScheduled(afterPremium, exampleAt),
    planScheduled(
      { ...afterPremium, provider: 'razorpay', beside: { ...premium, provider: 'razorpay' } },
      exampleAt,
    ),
  ],
});

/**
 * For a user whose booked plan will not begin, by their own decision or the provider's. If the current plan was cancelled
 * or replaced at the same time, the mail about that covers both.
 */
export const planUnscheduledMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const news = await findPlanNews(context.db, { batchId });
    if (news?.status !== 'expired' || news.next) return null;
    const staysOn =
      news.beside?.status === 'active' && news.beside.endsAt?.getTime() === news.startDate.getTime();
    if (!staysOn && (news.beside || !isOnTrial(news, context.now()))) return null;
    return {
      to: news.to,
      userId: news.userId,
      content: planUnscheduled(news, context.settings.publicOrigin),
    };
  },
  examples: [planUnscheduled(onTrial, exampleOrigin), planUnscheduled(afterPremium, exampleOrigin)],
});
