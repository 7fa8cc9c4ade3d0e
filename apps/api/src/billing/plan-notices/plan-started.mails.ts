import { formatMoney } from '../../base/amounts.ts';
import { counted, type MailBlock, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { because, dayFor, exampleNews, formatPeriodEnd, getPayee, receiptButton } from './plan.content.ts';
import { findNewsOfPayment, findPlanNews, type PlanNews } from './plan-news.store.ts';

type Said = { subject: string; preview: string; text: string };

function content(news: PlanNews, origin: string, { subject, preview, text }: Said): MailContent {
  return {
    subject,
    preview,
    title: subject,
    blocks: [{ kind: 'text', text }, listFacts(news), receiptButton(origin, news)],
    because,
  };
}

function listFacts(news: PlanNews): MailBlock {
  const { paidCents, currency, limit } = news;
  const payee = getPayee(news);
  const paid = formatMoney(paidCents ?? 0, currency);
  return {
    kind: 'facts',
    rows: [
      ['Plan', `${news.planName}, up to ${counted(limit, 'automation')}`],
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

function planStarted(news: PlanNews, origin: string): MailContent {
  const subject = `${news.planName} is active`;
  return content(news, origin, {
    subject,
    preview: describeNextStep(news),
    text: `Your plan is ${news.planName} now. ${describeNextStep(news)}`,
  });
}

function planRenewed(news: PlanNews, origin: string): MailContent {
  const subject = `${news.planName} is paid until ${formatPeriodEnd(news)}`;
  const goesOn =
    news.status === 'scheduled'
      ? `${news.planName} starts on ${dayFor(news, news.startDate)}`
      : `${news.planName} goes on`;
  return content(news, origin, {
    subject,
    preview: describeNextStep(news),
    text: `Your payment arrived, and ${goesOn}. ${describeNextStep(news)}`,
  });
}

/** For a user with a new plan, with a link to its receipt. */
export const planStartedMail = defineMail({
  kind: 'payment',
  ids: ['subscriptionId'],
  write: async (context, { subscriptionId }) => {
    const news = await findPlanNews(context.db, { subscriptionId });
    if (!news || news.status === 'expired') return null;
    return { to: news.to, userId: news.userId, content: planStarted(news, context.settings.publicOrigin) };
  },
  examples: [
    planStarted(exampleNews, exampleOrigin),
    planStarted({ ...exampleNews, provider: 'razorpay' }, exampleOrigin),
    planStarted(
      { ...exampleNews, provider: 'none', paidCents: null, paidAt: null, receiptNumber: null },
      exampleOrigin,
    ),
  ],
});

/** For a user who has paid for one more period. */
export const planRenewedMail = defineMail({
  kind: 'payment',
  ids: ['transactionId'],
  write: async (context, { transactionId }) => {
    const news = await findNewsOfPayment(context.db, transactionId);
    if (!news || news.status === 'expired') return null;
    return { to: news.to, userId: news.userId, content: planRenewed(news, context.settings.publicOrigin) };
  },
  examples: [planRenewed({ ...exampleNews, paidCents: 699 }, exampleOrigin)],
});
