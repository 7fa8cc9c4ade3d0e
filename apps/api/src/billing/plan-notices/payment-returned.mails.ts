import { formatMoney } from '../../base/amounts.ts';
import { type MailBlock, type MailContent, zonedMomentFor } from '../../mail/content.ts';
import { type AddressedMail, defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import { dayFor, getPayee, receiptButton } from './plan.content.ts';
import { findPaymentNews, findRefundNews, type PaymentNews, type RefundNews } from './plan-news.store.ts';

const because = 'because it is about a payment of yours';

function listFacts(news: PaymentNews): MailBlock {
  return { kind: 'facts', rows: [['Amount', formatMoney(news.cents, news.currency)], ...listPaid(news)] };
}

/** How and when the payment was made, as far as it is known. */
function listPaid(news: PaymentNews): [string, string][] {
  const rows: [string, string][] = [];
  const payee = getPayee(news);
  if (payee !== null) rows.push(['Paid with', payee]);
  if (news.paidAt) rows.push(['Paid', zonedMomentFor(news, news.paidAt)]);
  return rows;
}

function paymentGivenBack(news: PaymentNews, origin: string): MailContent {
  const money = formatMoney(news.cents, news.currency);
  return {
    subject: `We give you ${money} back`,
    preview: 'This payment bought nothing that you did not have already.',
    title: `We give you ${money} back`,
    blocks: [
      {
        kind: 'text',
        text: `A payment of ${money} buys nothing: you have a plan that is paid already, you had chosen another one meanwhile, the plan it was for has ended, your account is disabled, or it is not what your order says. Nobody pays twice here, so the whole amount goes back the way it came. Until it shows in your account it can take some days.`,
      },
      listFacts(news),
      receiptButton(origin, news),
    ],
    because,
  };
}

function paymentPartGivenBack(news: PaymentNews, origin: string): MailContent {
  const [back, money] = [formatMoney(news.backCents, news.currency), formatMoney(news.cents, news.currency)];
  return {
    subject: `We give you ${back} back`,
    preview: 'For days of a plan that you paid for and no longer use.',
    title: `We give you ${back} back`,
    blocks: [
      {
        kind: 'text',
        text: `Of your payment of ${money}, ${back} goes back the way it came: it was for days of a plan that has ended, or that another one has replaced. Nobody pays twice for the same days here. Until it shows in your account it can take some days.`,
      },
      listFacts(news),
      receiptButton(origin, news),
    ],
    because,
  };
}

function listRefundFacts(news: RefundNews): MailBlock {
  const [back, money] = [formatMoney(news.backCents, news.currency), formatMoney(news.cents, news.currency)];
  const refunded = news.backCents === news.cents ? back : `${back} of ${money}`;
  return { kind: 'facts', rows: [['Refunded', refunded], ...listPaid(news)] };
}

/** Returns what the refund means for the plan of today, with a space before it. */
function describePlanAfter(news: RefundNews): string {
  const { planName, creditedName, creditedUntil } = news;
  if (planName !== null) return ` ${planName} goes on.`;
  if (creditedName === null || creditedUntil === null) return '';
  return ` The unused days that it paid for were credited to ${creditedName}, which is now paid until ${dayFor(news, creditedUntil)}.`;
}

function paymentRefunded(news: RefundNews, origin: string): MailContent {
  const [back, money] = [formatMoney(news.backCents, news.currency), formatMoney(news.cents, news.currency)];
  const subject =
    news.backCents === news.cents
      ? `Your payment of ${money} was refunded`
      : `${back} of your payment of ${money} was refunded`;
  const planAfter = describePlanAfter(news);
  return {
    subject,
    preview: `It goes back the way it came.${planAfter}`,
    title: subject,
    blocks: [
      {
        kind: 'text',
        text: `${back} goes back the way it came. Until it shows in your account it can take some days.${planAfter}`,
      },
      listRefundFacts(news),
      receiptButton(origin, news),
    ],
    because,
  };
}

function paymentUnmatched(news: PaymentNews, origin: string): MailContent {
  const money = formatMoney(news.cents, news.currency);
  return {
    subject: `Your payment of ${money} does not fit your order`,
    preview: 'Nothing has changed about your plan. Please write to us.',
    title: 'A payment does not fit your order',
    blocks: [
      {
        kind: 'fix',
        problem: `A payment of ${money} arrived, but it is not what your order says. Nothing has changed about your plan.`,
        remedy: 'Please write to us. We look at it and give the money back, or bring your plan in order.',
      },
      listFacts(news),
      { kind: 'button', label: 'Write to support', url: `${origin}/help` },
    ],
    because,
  };
}

const example: PaymentNews = {
  userId: '0193b1f0-0000-7000-8000-000000000001',
  to: 'olivia.park@northwind.example',
  ...exampleReader,
  cents: 1999,
  backCents: 1999,
  currency: 'USD',
  provider: 'razorpay',
  paidAt: new Date('2026-11-21T10:00:00Z'),
  receiptNumber: null,
};

const refundExample: RefundNews = {
  ...example,
  receiptNumber: '2026-000124',
  planName: null,
  creditedName: null,
  creditedUntil: null,
};

/** Addresses a mail to the payer, or returns null when there is none any more. */
function toPayer<News extends PaymentNews>(
  news: News | null,
  write: (news: News, origin: string) => MailContent,
  origin: string,
): AddressedMail | null {
  return news && { to: news.to, userId: news.userId, content: write(news, origin) };
}

/** For a user who has paid for something they could not get. */
export const paymentGivenBackMail = defineMail({
  kind: 'payment',
  ids: ['transactionId'],
  write: async ({ db, settings }, { transactionId }) =>
    toPayer(await findPaymentNews(db, transactionId), paymentGivenBack, settings.publicOrigin),
  examples: [paymentGivenBack({ ...example, receiptNumber: '2026-000124' }, exampleOrigin)],
});

/** For a user whose plan was replaced, when a part of its payment was not credited. */
export const paymentPartGivenBackMail = defineMail({
  kind: 'payment',
  ids: ['transactionId'],
  write: async ({ db, settings }, { transactionId }) =>
    toPayer(await findPaymentNews(db, transactionId), paymentPartGivenBack, settings.publicOrigin),
  examples: [
    paymentPartGivenBack({ ...example, backCents: 650, receiptNumber: '2026-000124' }, exampleOrigin),
  ],
});

/** For a user whose payment does not agree with the order that it names. */
export const paymentUnmatchedMail = defineMail({
  kind: 'payment',
  ids: ['transactionId'],
  write: async (context, { transactionId }) => {
    const news = await findPaymentNews(context.db, transactionId);
    if (!news) return null;
    const content = paymentUnmatched(news, context.settings.publicOrigin);
    return { to: news.to, userId: news.userId, replyTo: context.settings.supportEmail, content };
  },
  examples: [paymentUnmatched(example, exampleOrigin)],
});

/** For a user of whose payment something was refunded, without a plan that ended with it. */
export const paymentRefundedMail = defineMail({
  kind: 'payment',
  ids: ['transactionId'],
  write: async ({ db, settings }, { transactionId }) =>
    toPayer(await findRefundNews(db, transactionId), paymentRefunded, settings.publicOrigin),
  examples: [
    paymentRefunded({ ...refundExample, backCents: 500, planName: 'Premium' }, exampleOrigin),
    paymentRefunded(refundExample, exampleOrigin),
    paymentRefunded(
      {
        ...refundExample,
        cents: 699,
        backCents: 699,
        creditedName: 'Premium',
        creditedUntil: new Date('2026-12-11T10:00:00Z'),
      },
      exampleOrigin,
    ),
  ],
});
