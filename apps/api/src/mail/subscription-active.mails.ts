import { findPlanNews, type PlanNews } from '../modules/notices/plan-news.store.ts';
import { exampleOrigin } from './automation.content.ts';
import { counted, type MailBlock, type MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';
import { because, exampleNews, moneyOf, payeeOf, periodEndOf, receiptButton } from './plan.content.ts';

type Said = { subject: string; preview: string; text: string };

function content(news: PlanNews, origin: string, { subject, preview, text }: Said): MailContent {
  return {
    subject,
    preview,
    title: subject,
    blocks: [{ kind: 'text', text }, factsOf(news), receiptButton(origin, news)],
    because,
  };
}

function factsOf(news: PlanNews): MailBlock {
  const { paidCents, currency, limit } = news;
  const payee = payeeOf(news);
  const paid = moneyOf(paidCents ?? 0, currency);
  return {
    kind: 'facts',
    rows: [
      ['Plan', `${news.planName}, up to ${counted(limit, 'automation')}`],
      ['Paid', payee === null ? 'Nothing to pay' : `${paid} by ${payee}`],
      [isAutomatic(news) ? 'Renews' : 'Runs until', periodEndOf(news)],
    ],
  };
}

/** Whether it is charged again without asking. */
function isAutomatic({ provider, status }: PlanNews): boolean {
  return provider === 'paypal' && status === 'active';
}

function howItGoesOn(news: PlanNews): string {
  if (news.periodEnd === null) return 'It runs without an end.';
  if (isAutomatic(news))
    return `PayPal renews it for ${moneyOf(news.priceCents, news.currency)} a month until you cancel.`;
  return 'Before it ends we ask you how to go on. Nothing is charged without you.';
}

function subscriptionActive(news: PlanNews, origin: string): MailContent {
  const subject = `${news.planName} is active`;
  return content(news, origin, {
    subject,
    preview: howItGoesOn(news),
    text: `Your plan is ${news.planName} now. ${howItGoesOn(news)}`,
  });
}

function subscriptionRenewed(news: PlanNews, origin: string): MailContent {
  const subject = `${news.planName} is paid until ${periodEndOf(news)}`;
  return content(news, origin, {
    subject,
    preview: howItGoesOn(news),
    text: `Your payment arrived, and ${news.planName} goes on. ${howItGoesOn(news)}`,
  });
}

/** To who has a new plan, with the way to its receipt. */
export const subscriptionActiveMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const news = await findPlanNews(db, batchId);
    if (!news || news.status === 'expired') return null;
    return { to: news.to, userId: news.userId, content: subscriptionActive(news, publicOrigin) };
  },
  examples: [
    subscriptionActive(exampleNews, exampleOrigin),
    subscriptionActive({ ...exampleNews, provider: 'razorpay' }, exampleOrigin),
    subscriptionActive(
      { ...exampleNews, provider: 'none', paidCents: null, paidAt: null, receiptNumber: null },
      exampleOrigin,
    ),
  ],
});

/** To who has paid for one more period. */
export const subscriptionRenewedMail = defineMail({
  kind: 'payment',
  ids: ['batchId'],
  write: async ({ batchId }, { db, publicOrigin }) => {
    const news = await findPlanNews(db, batchId);
    if (!news || news.status === 'expired') return null;
    return { to: news.to, userId: news.userId, content: subscriptionRenewed(news, publicOrigin) };
  },
  examples: [subscriptionRenewed({ ...exampleNews, paidCents: 699 }, exampleOrigin)],
});
