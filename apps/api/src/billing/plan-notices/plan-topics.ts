import { paymentGraceDays } from '@picksync/contracts';
import { Prisma } from '@picksync/db';
import type { Topic } from '../../mail/find-notices.ts';

const dayMs = 24 * 60 * 60_000;

/** How long a change of a plan is news. Its notice is closed a day after that, so that none is sent twice. */
const newsDays = 3;

function days(at: Date, count: number): Date {
  return new Date(at.getTime() + count * dayMs);
}

type BatchMail =
  | 'payment_failed'
  | 'plan_cancelled'
  | 'plan_unscheduled'
  | 'plan_resumed'
  | 'plan_ended'
  | 'renewal_due'
  | 'free_period_ending';

function mailBatch(mail: BatchMail): Topic['mail'] {
  return ({ batchId }) => ({ mail, batchId, key: batchId });
}

type ChangeKind = 'unscheduled' | 'past_due' | 'cancelled' | 'resumed' | 'ended';

/** Defines the topic for one kind of line in the billing ledger: each line is told once. */
function changed(kind: ChangeKind, mail: BatchMail): Topic {
  const topic = `plan_${kind}`;
  return {
    topic,
    due: (at) => Prisma.sql`
      SELECT c.user_id, c.id AS subject_id FROM plan_changes c JOIN users u ON u.id = c.user_id
      WHERE c.at > ${days(at, -newsDays)} AND c.at <= ${at} AND c.kind = ${kind}
        AND c.subscription_id IS NOT NULL`,
    over: (at) => Prisma.sql`
      SELECT n.subject_id FROM notices n LEFT JOIN plan_changes c ON c.id = n.subject_id
      WHERE n.topic = ${topic} AND n.closed_at IS NULL AND (c.id IS NULL OR c.at <= ${days(at, -newsDays - 1)})`,
    mail: mailBatch(mail),
  };
}

type Ending = {
  topic: string;
  /** The condition for subscriptions (`s`) whose period ends for good unless somebody acts. */
  which: Prisma.Sql;
  /** From how many days before the end it is told, and until how many. */
  from: number;
  to: number;
  mail: BatchMail;
};

/** Defines a topic for periods that end soon, told once for each: the notice closes when the end has moved. */
function endingSoon({ topic, which, from, to, mail }: Ending): Topic {
  return {
    topic,
    due: (at) => Prisma.sql`
      SELECT s.user_id, s.id AS subject_id FROM subscriptions s
      WHERE s.status = 'active' AND ${which}
        AND s.current_period_end > ${days(at, to)} AND s.current_period_end <= ${days(at, from)}`,
    over: (at) => Prisma.sql`
      SELECT n.subject_id FROM notices n LEFT JOIN subscriptions s ON s.id = n.subject_id
      WHERE n.topic = ${topic} AND n.closed_at IS NULL
        AND (s.id IS NULL OR s.status <> 'active' OR s.current_period_end > ${days(at, from)})`,
    mail: mailBatch(mail),
  };
}

const byLink = Prisma.sql`s.payment_provider = 'razorpay'`;
/** Paid for by a coupon, or given by an administrator: nothing renews them. */
const unpaid = Prisma.sql`s.payment_provider IN ('none', 'manual')`;

const lastDayOfGrace: Topic = {
  topic: 'payment_last_day',
  due: (at) => Prisma.sql`
    SELECT user_id, id AS subject_id FROM subscriptions
    WHERE status = 'past_due' AND past_due_since <= ${days(at, 1 - paymentGraceDays)} AND past_due_since > ${days(at, -paymentGraceDays)}`,
  over: (at) => Prisma.sql`
    SELECT n.subject_id FROM notices n LEFT JOIN subscriptions s ON s.id = n.subject_id
    WHERE n.topic = 'payment_last_day' AND n.closed_at IS NULL
      AND (s.id IS NULL OR s.status <> 'past_due' OR s.past_due_since > ${days(at, 1 - paymentGraceDays)})`,
  mail: mailBatch('payment_failed'),
};

/**
 * Days before the end of a trial on which a mail is sent. After the mail of a later day, none of an earlier day is
 * sent.
 */
const trialDays = [7, 3, 1] as const;

function trialEnding(dayCount: number, later: number): Topic {
  return {
    topic: `trial_${dayCount}`,
    due: (at) => Prisma.sql`
      SELECT id AS user_id, id AS subject_id FROM users
      WHERE subscription_status = 'trial' AND is_verified AND NOT is_demo
        AND trial_end_date > ${days(at, later)} AND trial_end_date <= ${days(at, dayCount)}`,
    over: (at) => Prisma.sql`
      SELECT id FROM users WHERE subscription_status <> 'trial' OR trial_end_date > ${days(at, dayCount)}`,
    mail: ({ userId, batchId }) => ({ mail: 'trial_ending', userId, key: batchId }),
  };
}

/**
 * What people are told of about their trial, their plan and their payments. What a payment brings about is told by the code that
 * applies it, with its receipt.
 */
export const planTopics: readonly Topic[] = [
  ...trialDays.map((dayCount, at) => trialEnding(dayCount, trialDays[at + 1] ?? 0)),
  changed('past_due', 'payment_failed'),
  lastDayOfGrace,
  changed('cancelled', 'plan_cancelled'),
  changed('unscheduled', 'plan_unscheduled'),
  changed('resumed', 'plan_resumed'),
  changed('ended', 'plan_ended'),
  endingSoon({ topic: 'renewal_5', which: byLink, from: 5, to: 1, mail: 'renewal_due' }),
  endingSoon({ topic: 'renewal_1', which: byLink, from: 1, to: 0, mail: 'renewal_due' }),
  endingSoon({ topic: 'free_period_5', which: unpaid, from: 5, to: 0, mail: 'free_period_ending' }),
];
