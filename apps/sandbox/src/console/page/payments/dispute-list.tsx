import { Badge, type Tone } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import type { Dispute } from '../contract.ts';
import { formatTime } from '../format.ts';
import { words } from './agreement.ts';
import { act, Ledger, LedgerLine } from './ledger.tsx';
import { formatMoney } from './money.ts';

type Step = [step: string, label: string, done: string];

const win: Step = ['win', 'Win', 'The dispute is won.'];
const lose: Step = ['lose', 'Lose', 'The bank took the money back.'];
const close: Step = ['close', 'Close', 'The dispute is closed.'];

/** How a dispute at PayPal may end. */
const paypalEnds: Step[] = [
  ['lose', 'Lose', 'The payer has the money back.'],
  ['win', 'Win', 'The seller keeps the money.'],
  ['accept', 'Accept', 'The seller gave the money back.'],
  ['cancel', 'Cancel', 'The payer gave up.'],
];
const askSeller: Step = ['ask-seller', 'Ask the seller', 'PayPal waits for the seller.'];
const escalate: Step = ['escalate', 'Make it a claim', 'PayPal decides it now.'];

/** What may happen to a dispute by its state: the step, its button and what is said once it is done. */
const steps: Partial<Record<string, Step[]>> = {
  open: [['contest', 'Contest', 'The evidence is under review.'], lose, win, close],
  under_review: [['require-action', 'Ask for more', 'The bank asks for more evidence.'], win, lose, close],
  OPEN: [askSeller, escalate, ...paypalEnds],
  WAITING_FOR_SELLER_RESPONSE: [
    ['ask-payer', 'Ask the payer', 'PayPal waits for the payer.'],
    ['review', 'Answer', 'PayPal looks at it.'],
    ...paypalEnds,
  ],
  WAITING_FOR_BUYER_RESPONSE: [askSeller, escalate, ...paypalEnds],
  UNDER_REVIEW: [askSeller, ...paypalEnds],
  RESOLVED_BUYER_FAVOUR: [['appeal', 'Appeal', 'PayPal looks at it again.']],
};

const tones: Partial<Record<string, Tone>> = {
  open: 'warn',
  under_review: 'warn',
  won: 'good',
  lost: 'bad',
  OPEN: 'warn',
  WAITING_FOR_BUYER_RESPONSE: 'warn',
  WAITING_FOR_SELLER_RESPONSE: 'warn',
  UNDER_REVIEW: 'warn',
  RESOLVED_SELLER_FAVOUR: 'good',
  CANCELED_BY_BUYER: 'good',
  RESOLVED_BUYER_FAVOUR: 'bad',
  ACCEPTED: 'bad',
};

/** The disputes about an agreement, with what the bank and the seller may do. */
export function DisputeList({ disputes }: { disputes: Dispute[] }) {
  return (
    <Ledger label="Disputes">
      {disputes.map(({ id, status, phase, amountCents, currency, respondBy }) => (
        <LedgerLine key={id}>
          <span>
            Dispute: {words(phase)}{' '}
            {respondBy && <span className="text-xs text-ink-2">answer by {formatTime(respondBy)}</span>}
          </span>
          <Badge tone={tones[status] ?? 'neutral'}>{words(status)}</Badge>
          {(steps[status] ?? [])
            .filter(([step]) => step !== 'close' || phase === 'fraud')
            .map(([step, label, done]) => (
              <Button
                key={step}
                size="sm"
                aria-label={`${label}, ${id}`}
                onClick={() => void act(`disputes/${id}/decide`, { step }, done)}
              >
                {label}
              </Button>
            ))}
          <b className="tabular ml-auto font-semi">{formatMoney(amountCents, currency)}</b>
        </LedgerLine>
      ))}
    </Ledger>
  );
}
