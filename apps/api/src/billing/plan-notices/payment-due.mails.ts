import { graceEnd, paymentGraceDays } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import { counted, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, dayFor, exampleNews, formatGraceEnd, formatPeriodEnd } from './plan.content.ts';
import { findPlanNews, type PlanNews } from './plan-news.store.ts';

const dayMs = 24 * 60 * 60_000;

type At = { now: Date; origin: string };
type Next = NonNullable<PlanNews['next']>;

/** Returns `tomorrow` or `in 5 days`. */
function formatDays(end: Date | null, now: Date): string {
  const days = end ? Math.max(1, Math.ceil((end.getTime() - now.getTime()) / dayMs)) : 1;
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

function renewalDue(news: PlanNews, { now, origin }: At): MailContent {
  const { planName } = news;
  const price = formatMoney(news.priceCents, news.currency);
  const left = formatDays(news.periodEnd, now);
  return {
    subject: `${planName} ends ${left}: renew it for ${price}`,
    preview: `It is paid until ${formatPeriodEnd(news)}.`,
    title: `${planName} ends ${left}`,
    blocks: [
      {
        kind: 'text',
        text: `A Razorpay link pays one month, and yours is paid until ${formatPeriodEnd(news)}. Renew it for ${price}: the new month begins when this one ends, so no day is lost. Without a payment everything goes on for ${paymentGraceDays} more days, and then you are on ${news.freeName}.`,
      },
      { kind: 'button', label: 'Renew', url: `${origin}/subscription` },
    ],
    because,
  };
}

/** The same mail for a booked plan that is not paid yet: how to pay for it, and what happens otherwise. */
function bookedPlanDue(news: PlanNews, next: Next, { now, origin }: At): MailContent {
  const { planName } = news;
  const price = formatMoney(next.priceCents, news.currency);
  const left = formatDays(next.startsAt, now);
  const hasGrace = next.provider === 'razorpay';
  const without = hasGrace
    ? `Without a payment ${next.name} goes on for ${paymentGraceDays} days, and then you are on ${news.freeName}.`
    : `Without a payment you go on with ${news.freeName}: ${counted(news.freeLimit, 'automation')}, checked every 15 minutes.`;
  return {
    subject: `${next.name} starts ${left}: pay ${price} for it`,
    preview: `You keep ${planName} until ${dayFor(news, next.startsAt)}.`,
    title: `${next.name} starts ${left}`,
    blocks: [
      {
        kind: 'text',
        text: `You keep ${planName} until ${dayFor(news, next.startsAt)}, and then ${next.name} starts, as you had decided. Pay ${price} for its first month: it begins on that day, so no day is lost. ${without}`,
      },
      { kind: 'button', label: `Pay for ${next.name}`, url: `${origin}/subscription` },
    ],
    because,
  };
}

function freePeriodEnding(news: PlanNews, { now, origin }: At): MailContent {
  const { planName } = news;
  const left = formatDays(news.periodEnd, now);
  const price = formatMoney(news.priceCents, news.currency);
  const grant = news.paidCents === null ? `You have ${planName} without paying` : `${planName} is paid`;
  return {
    subject: `${planName} ends ${left}, unless you go on`,
    preview: `It runs until ${formatPeriodEnd(news)}. Nothing is charged without you.`,
    title: `${planName} ends ${left}`,
    blocks: [
      {
        kind: 'text',
        text: `${grant} until ${formatPeriodEnd(news)}. To keep it, subscribe before then for ${price} a month. Otherwise you go on with ${news.freeName}: ${counted(news.freeLimit, 'automation')}, checked every 15 minutes. Nothing is deleted, and nothing is charged without you.`,
      },
      { kind: 'button', label: 'Choose how to go on', url: `${origin}/subscription` },
    ],
    because,
  };
}

function getRemedy({ provider }: PlanNews): string {
  return provider === 'paypal'
    ? 'Please check how you pay in your PayPal account: PayPal tries again. Or choose another way to pay on the page of your subscription.'
    : 'Please renew it on the page of your subscription.';
}

function paymentFailed(news: PlanNews, { now, origin }: At): MailContent {
  const { planName, pastDueSince } = news;
  const until = formatGraceEnd(news);
  const isLastDay = pastDueSince !== null && graceEnd(pastDueSince).getTime() - now.getTime() <= dayMs;
  const what =
    news.provider === 'paypal' ? `Your payment for ${planName} failed` : `${planName} was not renewed`;
  const title = isLastDay ? `${planName} ends tomorrow, because it is not paid` : what;
  return {
    subject: title,
    preview: `Everything goes on as before until ${until}.`,
    title,
    blocks: [
      {
        kind: 'fix',
        problem: `${formatMoney(news.priceCents, news.currency)} for ${planName} has not arrived. Everything goes on as before until ${until}; then you are on ${news.freeName}.`,
        remedy: getRemedy(news),
      },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

const exampleTimes = { now: new Date('2026-12-16T10:00:00Z'), origin: exampleOrigin };

function exampleNext({ provider }: PlanNews): Next {
  const startsAt = new Date('2026-12-21T10:00:00Z');
  return { name: 'Basic', priceCents: 699, startsAt, isPaid: false, provider };
}

/** Defines a mail about an active plan whose period is about to end; after the end it is no longer due. */
function defineEndingMail(write: (news: PlanNews, at: At) => MailContent, example: PlanNews) {
  return defineMail({
    kind: 'plan',
    choice: 'reminders',
    ids: ['batchId'],
    write: async (context, { batchId }) => {
      const news = await findPlanNews(context.db, { batchId });
      if (news?.status !== 'active' || news.periodEnd === null || news.periodEnd <= context.now())
        return null;
      const at = { now: context.now(), origin: context.settings.publicOrigin };
      // A plan that PayPal charges, or that is already paid, needs no reminder.
      if (news.next && (news.next.isPaid || news.next.provider === 'paypal')) return null;
      const content = news.next ? bookedPlanDue(news, news.next, at) : write(news, at);
      return { to: news.to, userId: news.userId, content };
    },
    examples: [write(example, exampleTimes), bookedPlanDue(example, exampleNext(example), exampleTimes)],
  });
}

/** For a user who pays period by period, five days before the end and on the last day. */
export const renewalDueMail = defineEndingMail(renewalDue, {
  ...exampleNews,
  planName: 'Premium',
  priceCents: 1999,
  provider: 'razorpay',
});

/** For a user whose plan costs nothing and ends by itself, five days before. */
export const freePeriodEndingMail = defineEndingMail(freePeriodEnding, { ...exampleNews, provider: 'none' });

/** For a user whose payment is missing: when the days of grace begin, and a day before they end. */
export const paymentFailedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const news = await findPlanNews(context.db, { batchId });
    if (news?.status !== 'past_due') return null;
    const content = paymentFailed(news, { now: context.now(), origin: context.settings.publicOrigin });
    return { to: news.to, userId: news.userId, content };
  },
  examples: [
    paymentFailed(
      { ...exampleNews, pastDueSince: new Date('2026-12-21T10:00:00Z') },
      { now: new Date('2026-12-21T10:05:00Z'), origin: exampleOrigin },
    ),
    paymentFailed(
      { ...exampleNews, provider: 'razorpay', pastDueSince: new Date('2026-12-21T10:00:00Z') },
      { now: new Date('2026-12-23T11:00:00Z'), origin: exampleOrigin },
    ),
  ],
});
