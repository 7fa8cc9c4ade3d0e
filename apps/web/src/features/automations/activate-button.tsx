import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import type { ComponentProps } from 'react';
import { useAutomationActions } from './list/use-automation-actions.ts';

type ActivateButtonProps = { automation: Automation } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'variant' | 'pendingLabel'
>;

/** Starts an automation that is paused. */
export function ActivateButton({ automation, ...look }: ActivateButtonProps) {
  const { toggle } = useAutomationActions(automation);
  return (
    <Button {...look} pending={toggle.isPending} onClick={() => toggle.mutate()}>
      Activate
    </Button>
  );
}
