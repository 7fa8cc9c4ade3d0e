import { paymentProviderLabels, usualDateLook } from '@picksync/contracts';
import { formatMoney } from '../../base/amounts.ts';
import { formatMomentFor, type MailBlock, type MailContent } from '../../mail/content.ts';
import { defineMail, exampleOrigin } from '../../mail/define-mail.ts';
import { type DisputeRow, findDispute } from './disputes.store.ts';
import { reasonText } from './list-disputes.ts';

function formatDisputedMoney({ amountCents, currency }: DisputeRow): string {
  return amountCents === null ? currency : formatMoney(amountCents, currency);
}

/** Returns `$6.99 at PayPal`. */
function getName(dispute: DisputeRow): string {
  return `${formatDisputedMoney(dispute)} at ${paymentProviderLabels[dispute.provider]}`;
}

/** Returns a moment in UTC, marked as such: the owner's time zone is not known. */
function formatMoment(at: Date): string {
  return `${formatMomentFor({ ...usualDateLook, timeZone: 'UTC' }, at)} UTC`;
}

/** Returns whether somebody here may still have what the payment bought. */
function hasPlan({ planName, email, isRefunded }: DisputeRow): boolean {
  return planName !== null && email !== null && !isRefunded;
}

function getPayer({ isOurs, email }: DisputeRow): string {
  return isOurs ? (email ?? 'A deleted account') : 'Not known here';
}

function listDisputeFacts(dispute: DisputeRow): MailBlock {
  const { providerDisputeId, paymentId, reason, respondBy, openedAt } = dispute;
  const rows: [string, string][] = [
    ['Payer', getPayer(dispute)],
    ['Reason', reasonText(reason)],
    ['Amount', formatDisputedMoney(dispute)],
    ['Dispute', providerDisputeId],
  ];
  if (paymentId !== null) rows.push(['Payment', paymentId]);
  rows.push(['Opened', formatMoment(openedAt)]);
  if (respondBy) rows.push(['Answer by', formatMoment(respondBy)]);
  return { kind: 'facts', rows };
}

type Said = Pick<MailContent, 'subject' | 'preview' | 'title'> & { opening: MailBlock };

function toContent(dispute: DisputeRow, { opening, ...said }: Said, origin: string): MailContent {
  const button = { kind: 'button', label: 'Open the disputes', url: `${origin}/admin/disputes` } as const;
  const because = 'because messages to the owner go there';
  return { ...said, blocks: [opening, listDisputeFacts(dispute), button], because };
}

function getRemedy({ provider, respondBy }: DisputeRow): string {
  const label = paymentProviderLabels[provider];
  return respondBy
    ? `Please answer at ${label} by ${formatMoment(respondBy)}. Without an answer the money goes back.`
    : `Please look at it at ${label}. It has sent no date for an answer.`;
}

function describeOpened(dispute: DisputeRow): Said {
  const { respondBy, status, provider } = dispute;
  return {
    subject: `Dispute of ${getName(dispute)}${respondBy ? `: answer by ${formatMoment(respondBy)}` : ''}`,
    preview: `${getPayer(dispute)}: ${reasonText(dispute.reason)}`,
    title: 'A payment is disputed',
    opening: {
      kind: 'fix',
      problem: `A payment of ${getName(dispute)} is disputed.${hasPlan(dispute) ? ' The plan goes on until the money is taken back.' : ''}`,
      remedy:
        status === 'open'
          ? getRemedy(dispute)
          : `It waits for the payer or for ${paymentProviderLabels[provider]}. Nothing is to be done now.`,
    },
  };
}

function describeDue(dispute: DisputeRow): Said {
  const deadline = dispute.respondBy ? formatMoment(dispute.respondBy) : '';
  return {
    subject: `Answer by ${deadline}: the dispute of ${getName(dispute)}`,
    preview: 'Without an answer the money goes back.',
    title: 'A dispute has to be answered soon',
    opening: {
      kind: 'fix',
      problem: `The dispute of ${getName(dispute)} is not answered yet.`,
      remedy: getRemedy(dispute),
    },
  };
}

const endings = {
  won: {
    subject: 'is won',
    text: 'It was decided for you: the money stays with you.',
    afterRefund: 'It was decided for you.',
  },
  lost: {
    subject: 'is lost',
    text: 'It was decided for the payer: the money goes back. Where it paid for a plan here, that plan ends when the whole payment is back, and the payer is told by mail.',
    afterRefund: null,
  },
  ended: {
    subject: 'is closed',
    text: 'It ended without a decision, such as when the payer takes it back. The money stays with you.',
    afterRefund: 'It ended without a decision.',
  },
};

/**
 * Returns how a dispute ended that did not take the money. What went back before, by a refund or while the dispute was open, is only
 * known at the provider: it may have come again.
 */
function describeEnding(
  dispute: DisputeRow,
  { text, afterRefund }: (typeof endings)['won' | 'lost'],
): string {
  if (!dispute.isRefunded || afterRefund === null) return text;
  const label = paymentProviderLabels[dispute.provider];
  return `${afterRefund} Money of this payment went back to the payer before. Please look at ${label} where it is now. A plan that ended with it does not begin again by itself.`;
}

function describeClosed(dispute: DisputeRow): Said {
  const label = paymentProviderLabels[dispute.provider];
  const untold = { subject: 'is closed', text: `${label} does not say how it ended. Please look there.` };
  const ending = dispute.outcome && endings[dispute.outcome];
  const subject = ending?.subject ?? untold.subject;
  const text = ending ? describeEnding(dispute, ending) : untold.text;
  const title = `The dispute of ${getName(dispute)} ${subject}`;
  return { subject: title, preview: text, title, opening: { kind: 'text', text } };
}

const example: DisputeRow = {
  id: '0193b1f0-0000-7000-8000-000000000003',
  provider: 'paypal',
  providerDisputeId: 'PP-D-27803',
  paymentId: '1FG98746TX0153312',
  isOurs: true,
  isRefunded: false,
  email: 'kai@northgate.example',
  planName: 'Premium',
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'open',
  outcome: null,
  amountCents: 1999,
  currency: 'USD',
  respondBy: new Date('2026-11-30T18:30:00Z'),
  openedAt: new Date('2026-11-20T09:12:00Z'),
  closedAt: null,
};
const exampleClosed = { ...example, status: 'closed', respondBy: null } as const;

type DisputeMail = {
  isDue: (dispute: DisputeRow, now: Date) => boolean;
  write: (dispute: DisputeRow) => Said;
  examples: readonly DisputeRow[];
};

/** Defines a mail to the owner about a dispute. */
function defineDisputeMail({ isDue, write, examples }: DisputeMail) {
  return defineMail({
    kind: 'payment',
    ids: ['disputeId'],
    write: async ({ db, now, settings }, { disputeId }) => {
      const dispute = await findDispute(db, disputeId);
      if (!dispute || !isDue(dispute, now())) return null;
      const content = toContent(dispute, write(dispute), settings.publicOrigin);
      return { to: settings.supportEmail, userId: null, content };
    },
    examples: examples.map((dispute) => toContent(dispute, write(dispute), exampleOrigin)),
  });
}

/** For the owner: a payer or their bank disputes a payment. */
export const disputeOpenedMail = defineDisputeMail({
  isDue: ({ status }) => status !== 'closed',
  write: describeOpened,
  examples: [
    example,
    { ...example, status: 'under_review', respondBy: null },
    { ...example, isOurs: false, email: null, planName: null },
  ],
});

/** For the owner: two days before a dispute has to be answered. */
export const disputeDueMail = defineDisputeMail({
  isDue: ({ status, respondBy }, now) => status === 'open' && respondBy !== null && respondBy > now,
  write: describeDue,
  examples: [example],
});

/** For the owner: a dispute is over. */
export const disputeClosedMail = defineDisputeMail({
  isDue: ({ status }) => status === 'closed',
  write: describeClosed,
  examples: [
    { ...exampleClosed, outcome: 'won' },
    { ...exampleClosed, outcome: 'won', isRefunded: true },
    { ...exampleClosed, outcome: 'lost' },
    { ...exampleClosed, outcome: 'ended' },
  ],
});
