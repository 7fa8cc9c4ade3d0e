import { findPlanNews, type PlanNews } from '../modules/notices/plan-news.store.ts';
import { exampleOrigin } from './automation.content.ts';
import { counted, type MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';
import { because, exampleNews, moneyOf, periodEndOf } from './plan.content.ts';

function subscriptionCancelled(news: PlanNews, origin: string): MailContent {
  const { planName } = news;
  const end = periodEndOf(news);
  return {
    subject: `${planName} is cancelled and runs until ${end}`,
    preview: 'Nothing more is charged.',
    title: `${planName} is cancelled`,
    blocks: [
      {
        kind: 'text',
        text: `You keep ${planName} until ${end}, and nothing more is charged. After that you are on Free: your oldest automations go on, up to ${news.freeLimit}, checked every 15 minutes. The others are paused, and nothing is deleted.`,
      },
      { kind: 'note', text: 'Until that day you can resume on the page of your subscription.' },
      { kind: 'button', label: 'Open your subscription', url: `${origin}/subscription` },
    ],
    because,
  };
}

function subscriptionResumed(news: PlanNews, origin: string): MailContent {
  const { planName, provider } = news;
  const end = periodEndOf(news);
  const next =
    provider === 'paypal'
      ? `PayPal renews it for ${moneyOf(news.priceCents, news.currency)} on ${end}.`
      : `It is paid until ${end}. Before that we ask you how to go on.`;
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

function reasonOf({ planName, pastDueSince, isCancelled, wasTakenBack, provider }: PlanNews): string {
  if (wasTakenBack) return `${planName} has ended because its payment was given back.`;
  if (isCancelled) return `${planName} has ended, as you had decided.`;
  if (pastDueSince !== null) return `${planName} has ended because it was not paid.`;
  if (provider === 'none') return `Your free period of ${planName} is over.`;
  return `${planName} has ended.`;
}

function subscriptionEnded(news: PlanNews, origin: string): MailContent {
  return {
    subject: `You are on Free now: ${news.planName} has ended`,
    preview: reasonOf(news),
    title: `${news.planName} has ended`,
    blocks: [
      {
        kind: 'text',
        text: `${reasonOf(news)} You are on Free now. Nothing is deleted, and nothing is charged.`,
      },
      {
        kind: 'facts',
        rows: [
          ['With Free', `${counted(news.freeLimit, 'automation')}, checked every 15 minutes`],
          ['Your dropdowns', 'Keep the options they have'],
        ],
      },
      { kind: 'button', label: 'Compare the plans', url: `${origin}/subscription` },
    ],
    because,
  };
}

/** To who has cancelled. */
export const subscriptionCancelledMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const news = await findPlanNews(db, batchId);
    if (news?.status !== 'cancelled') return null;
    return { to: news.to, userId: news.userId, content: subscriptionCancelled(news, publicOrigin) };
  },
  examples: [subscriptionCancelled(exampleNews, exampleOrigin)],
});

/** To who has taken a cancellation back. */
export const subscriptionResumedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const news = await findPlanNews(db, batchId);
    if (news?.status !== 'active') return null;
    return { to: news.to, userId: news.userId, content: subscriptionResumed(news, publicOrigin) };
  },
  examples: [
    subscriptionResumed(exampleNews, exampleOrigin),
    subscriptionResumed({ ...exampleNews, provider: 'razorpay' }, exampleOrigin),
  ],
});

/** To whose plan has ended: as decided, unpaid (the last of three mails), or because money went back. */
export const subscriptionEndedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const news = await findPlanNews(db, batchId);
    if (news?.status !== 'expired') return null;
    return { to: news.to, userId: news.userId, content: subscriptionEnded(news, publicOrigin) };
  },
  examples: [
    subscriptionEnded({ ...exampleNews, isCancelled: true }, exampleOrigin),
    subscriptionEnded({ ...exampleNews, pastDueSince: exampleNews.periodEnd }, exampleOrigin),
    subscriptionEnded({ ...exampleNews, provider: 'none' }, exampleOrigin),
    subscriptionEnded({ ...exampleNews, wasTakenBack: true }, exampleOrigin),
  ],
});
