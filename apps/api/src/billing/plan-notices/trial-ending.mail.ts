import { type DateReader, plans, pluralize } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { formatMoney } from '../../base/amounts.ts';
import type { MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import {
  type At,
  exampleNews,
  formatDaysLeft,
  formatLongDayFor,
  getPayee,
  toContent,
} from './plan.content.ts';
import type { PlanNews } from './plan-news.store.ts';

const dayMs = 24 * 60 * 60_000;

const because = 'because your trial ends soon';

type Facts = At & { end: Date; reader: DateReader; active: number; freeLimit: number; freeName: string };

/** Returns what happens to the automations when the trial is over. */
function withFree({ active, freeLimit }: Facts): string {
  const surplus = active - freeLimit;
  if (surplus <= 0) return 'All go on';
  return surplus === 1 ? 'The newest is paused' : `The ${surplus} newest are paused`;
}

function trialEnding(facts: Facts): MailContent {
  const { end, now, reader, active, freeLimit, freeName } = facts;
  const date = formatLongDayFor(reader, end);
  const left = formatDaysLeft(reader, end, now);
  const rows: [string, string][] = [['Active now', pluralize(active, 'automation')]];
  if (active > 0) rows.push([`With ${freeName}`, withFree(facts)]);
  return toContent(facts, {
    subject: `Your Picksync trial ends ${left}`,
    preview: `On ${date} you go on with ${freeName}, unless you choose a plan.`,
    title: `Your trial ends ${left}`,
    opening: `On ${date} you go on with ${freeName}: ${pluralize(freeLimit, 'automation')}, checked every 15 minutes. Nothing is deleted, and nothing is charged.`,
    more: [{ kind: 'facts', rows }],
    button: { label: 'Compare the plans' },
    because,
  });
}

const example: Facts = {
  end: new Date('2026-11-28T10:00:00Z'),
  now: new Date('2026-11-21T10:00:00Z'),
  reader: exampleReader,
  active: 2,
  freeLimit: 1,
  freeName: 'Free',
  origin: exampleOrigin,
};

type Booked = Pick<PlanNews, 'planName' | 'startDate' | 'firstCents' | 'currency' | 'provider'>;

const exampleBooked = { ...exampleNews, startDate: new Date('2026-11-24T10:00:00Z'), firstCents: 699 };

/** The same mail for a user who has booked a plan: when it starts, and what is charged then. */
function planStarting(booked: Booked, facts: Facts): MailContent {
  const { planName, startDate, firstCents, currency } = booked;
  const payee = getPayee(booked);
  const charge =
    payee === null || firstCents === 0
      ? 'Nothing is charged then.'
      : `On that day ${payee} takes ${formatMoney(firstCents, currency)}.`;
  return toContent(facts, {
    subject: `${planName} starts ${formatDaysLeft(facts.reader, startDate, facts.now)}`,
    preview: charge,
    opening: `Your free days end on ${formatLongDayFor(facts.reader, startDate)}, and ${planName} starts. ${charge} Cancel before and you pay nothing.`,
    because,
  });
}

/** A booked plan is announced this many days before its start at the earliest. */
const newsDays = 3;

/**
 * For a user on trial, seven, three and one days before it ends; for one who has booked a plan, three days and one day
 * before.
 */
export const trialEndingMail = defineMail({
  kind: 'plan',
  choice: 'reminders',
  ids: ['userId'],
  write: async (context, { userId }) => {
    const trial = await findTrial(context.db, userId);
    if (!trial?.trialEndDate || trial.subscriptionStatus !== 'trial' || trial.trialEndDate <= context.now())
      return null;
    const { email, trialEndDate: end, freeLimit, freeName, active, subscriptions } = trial;
    const facts = {
      end,
      now: context.now(),
      reader: trial,
      active,
      freeLimit,
      freeName,
      origin: context.settings.publicOrigin,
    };
    const [next] = subscriptions;
    if (!next) return { to: email, userId, content: trialEnding(facts) };
    if (end.getTime() - facts.now.getTime() > newsDays * dayMs) return null;
    const booked = {
      planName: next.plan.name,
      startDate: next.startDate,
      firstCents: next.checkouts[0]?.amountCents ?? next.priceCents,
      currency: next.currency,
      provider: next.paymentProvider,
    };
    return { to: email, userId, content: planStarting(booked, facts) };
  },
  examples: [trialEnding(example), planStarting(exampleBooked, example)],
});

/** Reads what the mail about the end of a trial says: with it, how many automations Free allows, and the plan that is booked. */
async function findTrial(db: Db, userId: string) {
  const free = await db.plan.findUnique({
    where: { id: plans.free.id },
    select: { name: true, configsLimit: true },
  });
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      email: true,
      timeZone: true,
      clock: true,
      dateOrder: true,
      subscriptionStatus: true,
      trialEndDate: true,
      subscriptions: {
        where: { status: 'scheduled' },
        select: {
          startDate: true,
          priceCents: true,
          currency: true,
          paymentProvider: true,
          plan: { select: { name: true } },
          checkouts: { select: { amountCents: true }, orderBy: { createdAt: 'asc' }, take: 1 },
        },
      },
    },
  });
  return (
    user && {
      ...user,
      active: await db.automation.count({ where: { userId, isActive: true } }),
      freeLimit: free?.configsLimit ?? plans.free.limit,
      freeName: free?.name ?? plans.free.name,
    }
  );
}
