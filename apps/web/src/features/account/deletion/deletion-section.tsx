import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

const lists = [
  {
    title: 'What goes with the account',
    items: [
      'Automations, activity, keys, sessions and settings',
      'Our access to Smartsheet and our webhooks there',
      'What you wrote to support',
    ],
  },
  {
    title: 'What stays',
    items: [
      'Your sheets and dropdowns, as they are',
      'Receipts of payments, because tax law asks for them',
      'That an account was deleted, but not whose',
      'A keyed hash of your address for 24 months: trials and some coupons are given once',
    ],
  },
];

/** The consequences of deleting the account, and the button. */
export function DeletionSection() {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-4 px-4 py-4 md:px-5">
      <div className="grid gap-4 sm:grid-cols-2">
        {lists.map(({ title, items }) => (
          <div key={title} className="grid content-start gap-1 text-sm">
            <h3 className="font-semi">{title}</h3>
            <ul className="grid gap-1 text-ink-2">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div>
        <Button className="border-bad/40! text-bad!" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </div>
  );
}
