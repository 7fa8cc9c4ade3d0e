import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Plus } from 'lucide-react';
import { usePremium } from '../../api/use-premium.ts';

type AddRowProps = {
  /** What the list has, e.g. `keys`. */
  nouns: string;
  count: number;
  max: number;
  /** What is to be known of an entry. */
  detail: string;
  /** What to do once there are no more to be had. */
  remedy: string;
  label: string;
  onAdd: () => void;
};

/** The last row of a list: how many there are, and the button that adds one. */
export function AddRow({ nouns, count, max, detail, remedy, label, onAdd }: AddRowProps) {
  // Only another plan includes it.
  const premiumReason = usePremium();
  const isFull = count >= max;
  const limit = isFull && `You have ${max} ${nouns}, which is the most. ${remedy}`;
  return (
    <SettingRow
      title={count === 0 ? `No ${nouns} yet` : `${count} of ${max}`}
      detail={premiumReason ?? (limit || detail)}
      action={
        <>
          {premiumReason !== null && (
            <a href="/subscription" className={buttonClass({})}>
              View Plans
            </a>
          )}
          <Button disabled={isFull || premiumReason !== null} onClick={onAdd}>
            <Plus aria-hidden="true" />
            {label}
          </Button>
        </>
      }
    />
  );
}
