import type { StoreApi } from 'zustand';
import { useCommandMenu } from '../stores/commands.ts';
import { useConfirm } from '../stores/confirm.ts';
import { useFailure } from '../stores/failure.ts';
import { useFirstStepsStore } from '../stores/first-steps.ts';
import { useLeaving } from '../stores/leaving.ts';
import { useLive } from '../stores/live.ts';
import { useNetwork } from '../stores/network.ts';
import { useOtherUser } from '../stores/other-user.ts';
import { useSessionOver } from '../stores/session-over.ts';
import { useShortcuts } from '../stores/shortcuts.ts';
import { useStepUp } from '../stores/step-up.ts';
import { useTheme } from '../stores/theme.ts';
import { useToast } from '../stores/toast.ts';

export function reset<T>({ setState, getInitialState }: StoreApi<T>): void {
  setState(getInitialState(), true);
}

/** Makes the stores what they are in a page that was just opened. */
export function resetStores(): void {
  reset(useConfirm);
  reset(useFailure);
  reset(useFirstStepsStore);
  reset(useLeaving);
  reset(useNetwork);
  reset(useLive);
  reset(useOtherUser);
  reset(useCommandMenu);
  reset(useShortcuts);
  reset(useStepUp);
  reset(useSessionOver);
  reset(useTheme);
  reset(useToast);
}
