import { Badge } from '@picksync/ui/badge.tsx';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Card } from '@picksync/ui/card.tsx';
import { type ComponentProps, useState } from 'react';
import type { Books, Movement } from '../contract.ts';
import { formatTime, pluralize } from '../format.ts';
import type { Agreement } from './agreement.ts';
import { DisputeList } from './dispute-list.tsx';
import { EventList } from './event-list.tsx';
import { act, Ledger, LedgerLine } from './ledger.tsx';
import { formatMoney } from './money.ts';
import { DaysDialog, DisputeDialog, TakeBackDialog } from './payment-dialogs.tsx';

const providerLabels: Partial<Record<string, string>> = { paypal: 'PayPal', razorpay: 'Razorpay' };
const movementLabels = { payment: 'Payment', refund: 'Refund', reversal: 'Chargeback' };

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="text-sm [overflow-wrap:anywhere]">{value}</dd>
    </div>
  );
}

/** A subscription or link: its state, what time or a bank may do to it, its money and its events. */
export function AgreementCard({ agreement, books }: { agreement: Agreement; books: Books }) {
  const { id, provider, title, price, status, tone, payer, checkoutId, next } = agreement;
  const isAbout = ({ reference }: { reference: string }) => reference === id;
  const movements = books.movements.filter(isAbout);
  const disputes = books.disputes.filter(isAbout);
  const deliveries = books.deliveries.filter(isAbout);
  return (
    <Card>
      <article aria-label={`${title}, ${id}`} className="grid gap-4">
        <header className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semi">
            {title} <span className="font-normal text-ink-2">{price}</span>
          </h2>
          <Badge tone={tone}>{status}</Badge>
        </header>
        <dl className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-3">
          <Fact name={providerLabels[provider] ?? provider} value={id} />
          <Fact name="Checkout" value={checkoutId ?? 'none'} />
          <Fact name="Payer" value={payer} />
          {next && <Fact name="Next payment" value={next} />}
        </dl>
        <Actions
          agreement={agreement}
          hasPaid={movements.some((one) => one.kind === 'payment' && one.status === 'paid')}
        />
        {movements.length > 0 && <MovementList movements={movements} />}
        {disputes.length > 0 && <DisputeList disputes={disputes} />}
        {deliveries.length > 0 && (
          <details>
            <summary className="min-h-6 text-sm text-ink-2">{pluralize(deliveries.length, 'event')}</summary>
            <EventList deliveries={deliveries} />
          </details>
        )}
      </article>
    </Card>
  );
}

type Asked = 'days' | 'refund' | 'dispute' | 'chargeback';

function Small(props: ComponentProps<typeof Button>) {
  return <Button size="sm" {...props} />;
}

function Actions({ agreement, hasPaid }: { agreement: Agreement; hasPaid: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, payUrl, isCharged, hasTime } = agreement;
  const close = () => setAsked(null);
  return (
    <div className="flex flex-wrap gap-2">
      {payUrl && (
        <a href={payUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          Open its page
        </a>
      )}
      {isCharged && (
        <>
          <Small onClick={() => void act(`${id}/renew`, {}, 'The next period is paid.')}>Renew now</Small>
          <Small onClick={() => void act(`${id}/fail-renewal`, {}, 'The payment failed.')}>
            Fail the renewal
          </Small>
        </>
      )}
      {hasTime && <Small onClick={() => setAsked('days')}>Let days pass</Small>}
      {hasPaid && (
        <>
          <Small onClick={() => setAsked('refund')}>Refund</Small>
          <Small onClick={() => setAsked('dispute')}>Dispute</Small>
          <Small onClick={() => setAsked('chargeback')}>Charge back</Small>
        </>
      )}
      {asked === 'days' && <DaysDialog agreement={agreement} onClose={close} />}
      {asked === 'dispute' && <DisputeDialog agreement={agreement} onClose={close} />}
      {(asked === 'refund' || asked === 'chargeback') && (
        <TakeBackDialog agreement={agreement} action={asked} onClose={close} />
      )}
    </div>
  );
}

function MovementList({ movements }: { movements: Movement[] }) {
  return (
    <Ledger label="Payments">
      {movements.map(({ kind, status, amountCents, currency, at, id }) => (
        <LedgerLine key={id}>
          <span>
            {movementLabels[kind]} <span className="text-xs text-ink-2">{formatTime(at)}</span>
          </span>
          <code className="min-w-0 flex-1 truncate text-xs text-ink-2">{id}</code>
          {status === 'failed' && <Badge tone="bad">failed</Badge>}
          {status === 'pending' && (
            <>
              <Badge tone="warn">pending</Badge>
              <Small onClick={() => void act(`${id}/settle`, { outcome: 'completed' }, 'The bank paid.')}>
                Let it clear
              </Small>
              <Small onClick={() => void act(`${id}/settle`, { outcome: 'denied' }, 'The bank denied it.')}>
                Let it fail
              </Small>
            </>
          )}
          <b className="tabular font-semi">
            {kind !== 'payment' && '−'}
            {formatMoney(amountCents, currency)}
          </b>
        </LedgerLine>
      ))}
    </Ledger>
  );
}
