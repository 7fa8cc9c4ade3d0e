import { paymentGraceDays, pluralize } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import type { MailContent } from '../../mail/content.ts';
import { type DueNews, findDueNews, type NextDue } from './find-due-news.ts';
import {
  type At,
  defineNewsMail,
  describeNotOffered,
  exampleNews,
  formatDaysLeft,
  formatLongDayFor,
  formatPeriodEnd,
  toContent,
} from './plan.content.ts';

function renewalDue(news: DueNews, at: At): MailContent {
  const { planName, freeName } = news;
  const price = formatMoney(news.dueCents, news.currency);
  const end = formatPeriodEnd(news);
  const left = formatDaysLeft(news, news.periodEnd, at.now);
  const notOffered = describeNotOffered(news);
  if (notOffered)
    return toContent(at, {
      subject: `${planName} ends ${left}: choose another plan`,
      preview: `${planName} is paid until ${end}.`,
      title: `${planName} ends ${left}`,
      opening: `Yours is paid until ${end}. ${notOffered} Without one everything goes on for ${paymentGraceDays} more days, and then you are on ${freeName}.`,
      button: { label: 'Compare the plans' },
    });
  return toContent(at, {
    subject: `${planName} ends ${left}: renew it for ${price}`,
    preview: `${planName} is paid until ${end}.`,
    title: `${planName} ends ${left}`,
    opening: `A Razorpay link pays one month, and yours is paid until ${end}. Renew it for ${price}: the new month begins when this one ends, so no day is lost. Without a payment everything goes on for ${paymentGraceDays} more days, and then you are on ${freeName}.`,
    button: { label: 'Renew' },
  });
}

/** The same mail for a booked plan that is not paid yet: how to pay for it, and what happens otherwise. */
function bookedPlanDue(news: DueNews, next: NextDue, at: At): MailContent {
  const { planName, freeName } = news;
  const { name, startsAt, provider } = next;
  const price = formatMoney(next.dueCents, next.currency);
  const day = formatLongDayFor(news, startsAt);
  const left = formatDaysLeft(news, startsAt, at.now);
  const without =
    provider === 'razorpay'
      ? `Without a payment ${name} goes on for ${paymentGraceDays} days, and then you are on ${freeName}.`
      : `Without a payment you go on with ${freeName}: ${pluralize(news.freeLimit, 'automation')}, checked every 15 minutes.`;
  return toContent(at, {
    subject: `${name} starts ${left}: pay ${price} for it`,
    preview: `You keep ${planName} until ${day}.`,
    title: `${name} starts ${left}`,
    opening: `You keep ${planName} until ${day}, and then ${name} starts, as you had decided. Pay ${price} for its first month: it begins on that day, so no day is lost. ${without}`,
    button: { label: `Pay for ${name}` },
  });
}

function freePeriodEnding(news: DueNews, at: At): MailContent {
  const { planName } = news;
  const left = formatDaysLeft(news, news.periodEnd, at.now);
  const price = formatMoney(news.priceCents, news.currency);
  const grant = news.paidCents === null ? `You have ${planName} without paying` : `${planName} is paid`;
  return toContent(at, {
    subject: `${planName} ends ${left}, unless you go on`,
    preview: `${planName} runs until ${formatPeriodEnd(news)}. Nothing is charged without you.`,
    title: `${planName} ends ${left}`,
    opening: `${grant} until ${formatPeriodEnd(news)}. ${describeNotOffered(news) ?? `To keep it, subscribe before then for ${price} a month.`} Otherwise you go on with ${news.freeName}: ${pluralize(news.freeLimit, 'automation')}, checked every 15 minutes. Nothing is deleted, and nothing is charged without you.`,
    button: { label: 'Choose how to go on' },
  });
}

/** Defines a mail about an active plan whose period is about to end; after the end it is no longer due. */
function defineEndingMail(write: (news: DueNews, at: At) => MailContent, example: DueNews) {
  const { provider } = example;
  const startsAt = new Date('2026-12-21T10:00:00Z');
  const costs = { priceCents: 699, dueCents: 699, currency: 'USD' };
  const next: NextDue = { planId: 2, name: 'Basic', ...costs, startsAt, isPaid: false, provider };
  const exampleNow = new Date('2026-12-16T10:00:00Z');
  return defineNewsMail({
    kind: 'plan',
    choice: 'reminders',
    ids: ['batchId'],
    find: findDueNews,
    isDue({ status, periodEnd, next }, now) {
      if (status !== 'active' || periodEnd === null || periodEnd <= now) return false;
      // A plan that PayPal charges, or that is already paid, needs no reminder.
      return !next?.isPaid && next?.provider !== 'paypal';
    },
    write: (news, at) => (news.next ? bookedPlanDue(news, news.next, at) : write(news, at)),
    examples: [
      [example, exampleNow],
      [{ ...example, isOffered: false }, exampleNow],
      [{ ...example, next }, exampleNow],
    ],
  });
}

const exampleDue: DueNews = { ...exampleNews, dueCents: 699, next: null };

/** For a user who pays period by period, five days before the end and on the last day. */
export const renewalDueMail = defineEndingMail(renewalDue, {
  ...exampleDue,
  planId: 3,
  planName: 'Premium',
  priceCents: 1999,
  dueCents: 1999,
  provider: 'razorpay',
});

/** For a user whose plan costs nothing and ends by itself, five days before. */
export const freePeriodEndingMail = defineEndingMail(freePeriodEnding, { ...exampleDue, provider: 'none' });
