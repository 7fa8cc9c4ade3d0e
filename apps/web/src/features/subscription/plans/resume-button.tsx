import { Button, type ButtonLook } from '@picksync/ui/button.tsx';
import type { PlanActions } from './use-plan-actions.ts';

type ResumeButtonProps = Pick<ButtonLook, 'variant'> & { actions: PlanActions; label?: string };

/** The button that takes back a cancellation or a booked plan. */
export function ResumeButton({ actions, label = 'Resume Subscription', ...look }: ResumeButtonProps) {
  return (
    <Button {...look} pending={actions.isResuming} pendingLabel="Resuming..." onClick={actions.resume}>
      {label}
    </Button>
  );
}
