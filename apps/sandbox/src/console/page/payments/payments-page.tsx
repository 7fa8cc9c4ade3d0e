import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { Board } from '../controls.tsx';
import { changeFaults, isAnyOn } from '../faults/edit-faults.ts';
import { pluralize } from '../format.ts';
import { PageBody, PageHead } from '../page-frame.tsx';
import { booksQuery, faultsQuery } from '../queries.ts';
import { findAgreements } from './agreement.ts';
import { AgreementCard } from './agreement-card.tsx';
import { OtherEvents } from './event-list.tsx';
import { formatBalance } from './money.ts';
import { PaymentFaultCards } from './payment-fault-cards.tsx';

/** More agreements than this are not drawn at once. */
const pageSize = 50;

/** Subscriptions and payment links with their money and events, and the faults of both providers. */
export function PaymentsPage() {
  const { data: books } = useSuspenseQuery(booksQuery);
  const { data: faults } = useSuspenseQuery(faultsQuery);
  const [shown, setShown] = useState(pageSize);
  const agreements = findAgreements(books);
  const ids = new Set(agreements.map(({ id }) => id));
  return (
    <>
      <PageHead
        title="Payments"
        facts={`${pluralize(books.subscriptions.length, 'subscription')} at PayPal, ${pluralize(books.links.length, 'link')} at Razorpay. ${formatBalance(books.movements)} received.`}
        actions={
          <Button disabled={!isAnyOn(faults.payments)} onClick={() => void changeFaults({ payments: null })}>
            Turn faults off
          </Button>
        }
      />
      <PageBody>
        <div className="grid gap-3">
          {agreements.length === 0 && (
            <EmptyState
              icon={CreditCard}
              title="No payments yet"
              text="Choose a plan in the product. What it asks PayPal and Razorpay for appears here at once."
            />
          )}
          {agreements.slice(0, shown).map((agreement) => (
            <AgreementCard key={agreement.id} agreement={agreement} books={books} />
          ))}
          {agreements.length > shown && (
            <Button className="justify-self-start" onClick={() => setShown(shown + pageSize)}>
              Show more
            </Button>
          )}
        </div>
        <section aria-label="Other events" className="grid gap-3">
          <h2 className="text-lg font-bold">Other events</h2>
          <OtherEvents
            deliveries={books.deliveries.filter(({ reference }) => !ids.has(reference)).slice(0, pageSize)}
          />
        </section>
        <section aria-label="Faults of the providers" className="grid gap-3">
          <h2 className="text-lg font-bold">Faults of the providers</h2>
          <Board>
            <PaymentFaultCards
              faults={faults.payments}
              save={(change) => void changeFaults({ payments: change })}
            />
          </Board>
        </section>
      </PageBody>
    </>
  );
}
