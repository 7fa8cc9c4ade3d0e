import { countConfigurations, errorCodes, type Stats } from '@picksync/contracts';
import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { usePlanNames } from '../../../api/session.queries.ts';
import { dismissToast, showToast } from '../../../stores/toast.ts';

/** Returns what the user can do about the limit. After a trial there may be more automations than the plan includes. */
function wayOut({ configurationCount, configurationLimit }: Stats): string {
  const surplus = configurationCount - configurationLimit;
  if (surplus > 0)
    return `You have ${configurationCount}: upgrade your plan, or delete ${surplus + 1} to make room for another.`;
  const spare = configurationCount === 1 ? 'the one you have' : 'one';
  return `Upgrade your plan to add more, or delete ${spare} to make room for another.`;
}

/** Returns the way beside an upgrade, of which the message speaks. */
function makeRoom({ configurationCount, configurationLimit }: Stats): string {
  const surplus = configurationCount - configurationLimit;
  if (surplus > 0) return `Delete ${surplus + 1} of your ${configurationCount} to make room for another.`;
  return `Delete ${configurationCount === 1 ? 'the one you have' : 'one'} to make room for another.`;
}

/** Shown in place of the form when the plan is used up. */
export function LimitDialog({ onClose, stats }: { onClose: () => void; stats: Stats }) {
  const free = stats.subscriptionStatus === 'free';
  const limit = countConfigurations(stats.configurationLimit);
  const planNames = usePlanNames();
  useEffect(() => {
    if (free) return;
    const description = errorCodes.plan_limit_reached.message;
    const id = showToast({ tone: 'bad', title: 'Creation Failed', description });
    return () => dismissToast(id);
  }, [free]);
  return (
    <Dialog
      inAddress
      width="md"
      onClose={onClose}
      title={free ? 'Free Plan Limit' : 'Plan Limit Reached'}
      description={
        free
          ? `The ${planNames.free} plan includes ${limit}. ${wayOut(stats)}`
          : `Your plan includes ${limit}. ${makeRoom(stats)}`
      }
      footer={
        // By keyboard the other way round: most users come here to upgrade.
        <>
          <Link to="/subscription" className={`${buttonClass({ variant: 'primary' })} order-2`}>
            View Plans
          </Link>
          <Button onClick={onClose} className="order-1">
            Close
          </Button>
        </>
      }
    />
  );
}
