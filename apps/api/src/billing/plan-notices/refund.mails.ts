import { formatMoney } from '../../base/amounts.ts';
import { formatZonedMomentFor, type MailBlock, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin, exampleReader } from '../../mail/define-mail.ts';
import { type At, defineNewsMail, formatLongDayFor, getPayee, toContent, toReceipt } from './plan.content.ts';
import { findPaymentNews, findRefundNews, type PaymentNews, type RefundNews } from './plan-news.store.ts';

const because = 'because it is about a payment of yours';

/** Returns the whole amount of a payment, and what of it goes back. */
function formatAmounts({ cents, backCents, currency }: PaymentNews): { money: string; back: string } {
  return { money: formatMoney(cents, currency), back: formatMoney(backCents, currency) };
}

/** Returns an amount, with how and when the payment was made, as far as that is known. */
function listPaymentFacts(news: PaymentNews, label: string, amount: string): MailBlock {
  const rows: [string, string][] = [[label, amount]];
  const payee = getPayee(news);
  if (payee !== null) rows.push(['Paid with', payee]);
  if (news.paidAt) rows.push(['Paid', formatZonedMomentFor(news, news.paidAt)]);
  return { kind: 'facts', rows };
}

function unusedPaymentRefunded(news: PaymentNews, at: At): MailContent {
  const { money } = formatAmounts(news);
  return toContent(at, {
    subject: `We give you ${money} back`,
    preview: 'This payment bought nothing that you did not have already.',
    opening: `A payment of ${money} buys nothing: you have a plan that is paid already, you had chosen another one meanwhile, the plan it was for has ended, your account is disabled, or it is not what your order says. Nobody pays twice here, so the whole amount goes back the way it came. Until it shows in your account it can take some days.`,
    more: [listPaymentFacts(news, 'Amount', money)],
    ...toReceipt(news),
    because,
  });
}

function unusedPaymentPartRefunded(news: PaymentNews, at: At): MailContent {
  const { money, back } = formatAmounts(news);
  return toContent(at, {
    subject: `We give you ${back} back`,
    preview: 'For days of a plan that you paid for and no longer use.',
    opening: `Of your payment of ${money}, ${back} goes back the way it came: it was for days of a plan that has ended, or that another one has replaced. Nobody pays twice for the same days here. Until it shows in your account it can take some days.`,
    more: [listPaymentFacts(news, 'Amount', money)],
    ...toReceipt(news),
    because,
  });
}

/** Returns what the refund means for the plan of today, with a space before it. */
function describePlanAfter(news: RefundNews): string {
  const { planName, creditedName, creditedUntil } = news;
  if (planName !== null) return ` ${planName} goes on.`;
  if (creditedName === null || creditedUntil === null) return '';
  return ` The unused days that it paid for were credited to ${creditedName}, which is now paid until ${formatLongDayFor(news, creditedUntil)}.`;
}

function paymentRefunded(news: RefundNews, at: At): MailContent {
  const { money, back } = formatAmounts(news);
  const isWhole = news.backCents === news.cents;
  const planAfter = describePlanAfter(news);
  return toContent(at, {
    subject: `${isWhole ? 'Your' : `${back} of your`} payment of ${money} was refunded`,
    preview: `It goes back the way it came.${planAfter}`,
    opening: `${back} goes back the way it came. Until it shows in your account it can take some days.${planAfter}`,
    more: [listPaymentFacts(news, 'Refunded', isWhole ? back : `${back} of ${money}`)],
    ...toReceipt(news),
    because,
  });
}

function paymentUnmatched(news: PaymentNews, at: Pick<At, 'origin'>): MailContent {
  const { money } = formatAmounts(news);
  return toContent(at, {
    subject: `Your payment of ${money} does not fit your order`,
    preview: 'Nothing has changed about your plan. Please write to us.',
    title: 'A payment does not fit your order',
    opening: {
      kind: 'fix',
      problem: `A payment of ${money} arrived, but it is not what your order says. Nothing has changed about your plan.`,
      remedy: 'Please write to us. We look at it and give the money back, or bring your plan in order.',
    },
    more: [listPaymentFacts(news, 'Amount', money)],
    button: { label: 'Write to support', path: '/help' },
    because,
  });
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
  receiptNumber: '2026-000124',
};

const refund: RefundNews = { ...example, planName: null, creditedName: null, creditedUntil: null };

const ofPayment = { kind: 'payment', ids: ['transactionId'] } as const;

/** For a user who has paid for something they could not get. */
export const unusedPaymentRefundedMail = defineNewsMail({
  ...ofPayment,
  find: findPaymentNews,
  write: unusedPaymentRefunded,
  examples: [example],
});

/** For a user whose plan was replaced, when a part of its payment was not credited. */
export const unusedPaymentPartRefundedMail = defineNewsMail({
  ...ofPayment,
  find: findPaymentNews,
  write: unusedPaymentPartRefunded,
  examples: [{ ...example, backCents: 650 }],
});

/** For a user whose payment does not agree with the order that it names. */
export const paymentUnmatchedMail = defineMail({
  ...ofPayment,
  write: async ({ db, settings }, ids) => {
    const news = await findPaymentNews({ db }, ids);
    if (!news) return null;
    const content = paymentUnmatched(news, { origin: settings.publicOrigin });
    return { to: news.to, userId: news.userId, replyTo: settings.supportEmail, content };
  },
  examples: [paymentUnmatched({ ...example, receiptNumber: null }, { origin: exampleOrigin })],
});

/** For a user of whose payment something was refunded, without a plan that ended with it. */
export const paymentRefundedMail = defineNewsMail({
  ...ofPayment,
  find: findRefundNews,
  write: paymentRefunded,
  examples: [
    { ...refund, backCents: 500, planName: 'Premium' },
    refund,
    {
      ...refund,
      cents: 699,
      backCents: 699,
      creditedName: 'Premium',
      creditedUntil: new Date('2026-12-11T10:00:00Z'),
    },
  ],
});
