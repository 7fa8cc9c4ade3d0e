import { formatMoney } from '../../base/amounts.ts';
import { counted, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, dayFor, exampleNews, formatPeriodEnd } from './plan.content.ts';
import { findPlanNews, type PlanNews } from './plan-news.store.ts';

function planCancelled(news: PlanNews, origin: string): MailContent {
  const { planName } = news;
  const end = formatPeriodEnd(news);
  return {
    subject: `${planName} is canceled and runs until ${end}`,
    preview: 'Nothing more is charged.',
    title: `${planName} is canceled`,
    blocks: [
      {
        kind: 'text',
        text: `You keep ${planName} until ${end}, and nothing more is charged. After that you are on ${news.freeName}: ${describeWhatStays(news)}, checked every 15 minutes. Others are paused, and nothing is deleted.`,
      },
      { kind: 'note', text: describeResumption(news, end) },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

/** Says how to get a plan again. A subscription that was ended at PayPal cannot be resumed. */
function describeResumption({ canResume, planName }: PlanNews, end: string): string {
  return canResume
    ? 'Until that day you can resume on the page of your subscription.'
    : `PayPal has ended this subscription for good. To keep ${planName} after ${end}, subscribe again on the page of your subscription.`;
}

function describeWhatStays({ freeLimit }: PlanNews): string {
  return freeLimit === 1 ? 'your oldest automation goes on' : `your ${freeLimit} oldest automations go on`;
}

function planResumed(news: PlanNews, origin: string): MailContent {
  const { planName, provider } = news;
  const end = formatPeriodEnd(news);
  const next =
    provider === 'paypal'
      ? `PayPal renews ${planName} for ${formatMoney(news.priceCents, news.currency)} on ${end}.`
      : `${planName} is paid until ${end}. Before that we ask you how to go on.`;
  return {
    subject: `${planName} goes on`,
    preview: next,
    title: `${planName} goes on`,
    blocks: [
      { kind: 'text', text: `Your cancellation is taken back. ${next}` },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

function getReason({ planName, pastDueSince, isCancelled, wasTakenBack, provider }: PlanNews): string {
  if (wasTakenBack) return `${planName} has ended because its payment went back.`;
  if (isCancelled) return `${planName} has ended, as you had decided.`;
  if (pastDueSince !== null) return `${planName} has ended because it was not paid.`;
  if (provider === 'none') return `Your free period of ${planName} is over.`;
  return `${planName} has ended.`;
}

function planEnded(news: PlanNews, { origin, now }: { origin: string; now: Date }): MailContent {
  const { trialEndsAt } = news;
  if (trialEndsAt !== null && trialEndsAt > now) return endedInTrial(news, { origin, trialEndsAt });
  return {
    subject: `You are on ${news.freeName} now: ${news.planName} has ended`,
    preview: getReason(news),
    title: `${news.planName} has ended`,
    blocks: [
      {
        kind: 'text',
        text: `${getReason(news)} You are on ${news.freeName} now. Nothing is deleted, and nothing is charged.`,
      },
      {
        kind: 'facts',
        rows: [
          [`With ${news.freeName}`, `${counted(news.freeLimit, 'automation')}, checked every 15 minutes`],
          ['Your dropdowns', 'Keep the options they have'],
        ],
      },
      { kind: 'button', label: 'Compare the plans', url: `${origin}/subscription` },
    ],
    because,
  };
}

/** The same mail for a user whose trial still runs. */
function endedInTrial(
  news: PlanNews,
  { origin, trialEndsAt }: { origin: string; trialEndsAt: Date },
): MailContent {
  const { planName, freeName, freeLimit } = news;
  const day = dayFor(news, trialEndsAt);
  return {
    subject: `Your trial goes on: ${planName} has ended`,
    preview: getReason(news),
    title: `${planName} has ended`,
    blocks: [
      {
        kind: 'text',
        text: `${getReason(news)} Your trial goes on until ${day}. Nothing is deleted, and nothing is charged.`,
      },
      {
        kind: 'facts',
        rows: [
          [`Until ${day}`, 'Trial'],
          ['After that', `${freeName}: ${counted(freeLimit, 'automation')}, checked every 15 minutes`],
        ],
      },
      { kind: 'button', label: 'Compare the plans', url: `${origin}/subscription` },
    ],
    because,
  };
}

const exampleAt = { origin: exampleOrigin, now: new Date('2026-12-21T10:00:00Z') };

/** For a user who has cancelled. */
export const planCancelledMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const news = await findPlanNews(context.db, { batchId });
    if (news?.status !== 'cancelled') return null;
    return { to: news.to, userId: news.userId, content: planCancelled(news, context.settings.publicOrigin) };
  },
  examples: [
    planCancelled(exampleNews, exampleOrigin),
    planCancelled({ ...exampleNews, canResume: false }, exampleOrigin),
  ],
});

/** For a user who has undone a cancellation. */
export const planResumedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const news = await findPlanNews(context.db, { batchId });
    if (news?.status !== 'active') return null;
    return { to: news.to, userId: news.userId, content: planResumed(news, context.settings.publicOrigin) };
  },
  examples: [
    planResumed(exampleNews, exampleOrigin),
    planResumed({ ...exampleNews, provider: 'razorpay' }, exampleOrigin),
  ],
});

/** For a user whose plan has ended: as decided, or unpaid (the last of three mails). */
export const planEndedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async (context, { batchId }) => {
    const news = await findPlanNews(context.db, { batchId });
    // A plan whose payment went back has a mail of its own.
    if (news?.status !== 'expired' || news.wasTakenBack) return null;
    return {
      to: news.to,
      userId: news.userId,
      content: planEnded(news, { origin: context.settings.publicOrigin, now: context.now() }),
    };
  },
  examples: [
    planEnded({ ...exampleNews, isCancelled: true }, exampleAt),
    planEnded({ ...exampleNews, pastDueSince: exampleNews.periodEnd }, exampleAt),
    planEnded({ ...exampleNews, provider: 'none' }, exampleAt),
  ],
});

/** For a user whose payment was refunded, or taken back by their bank: the plan that it bought is over. */
export const planTakenBackMail = defineMail({
  kind: 'payment',
  ids: ['subscriptionId'],
  write: async (context, { subscriptionId }) => {
    const news = await findPlanNews(context.db, { subscriptionId });
    if (news?.status !== 'expired') return null;
    return {
      to: news.to,
      userId: news.userId,
      content: planEnded(news, { origin: context.settings.publicOrigin, now: context.now() }),
    };
  },
  examples: [
    planEnded({ ...exampleNews, wasTakenBack: true }, exampleAt),
    planEnded(
      { ...exampleNews, wasTakenBack: true, trialEndsAt: new Date('2026-12-24T10:00:00Z') },
      exampleAt,
    ),
  ],
});
