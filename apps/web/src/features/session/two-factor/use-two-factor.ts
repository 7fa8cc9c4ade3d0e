import { twoFactorEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { isUnreachable } from '../../../api/reachable.ts';
import { refreshSecurity } from '../../../api/security.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

type Step =
  | { name: 'none' }
  | { name: 'set up'; begun: { key: string; uri: string } }
  | { name: 'codes'; title: string; codes: string[] };

const quiet = { quiet: true };

/** Returns the actions of two-factor sign-in: switching it on and off, and new recovery codes. */
export function useTwoFactor() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const refresh = () => refreshSecurity(queryClient);
  const showCodes = (title: string, codes: string[]) => {
    setStep({ name: 'codes', title, codes });
    void refresh();
  };

  const begin = useMutation({
    mutationFn: () => call(twoFactorEndpoints.begin, {}, quiet),
    onSuccess: (begun) => setStep({ name: 'set up', begun }),
    onError: (problem) => sayWhatFailed(problem, 'Two-factor sign-in could not be set up.'),
  });
  const disable = useMutation({
    mutationFn: () => call(twoFactorEndpoints.disable, {}, quiet),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (problem) => sayWhatFailed(problem, 'Two-factor sign-in could not be turned off.'),
    onSettled: refresh,
  });
  const renew = useMutation({
    mutationFn: () => call(twoFactorEndpoints.renewRecoveryCodes, {}, quiet),
    onSuccess: ({ recoveryCodes }) => showCodes('New recovery codes', recoveryCodes),
    onError: (problem) => {
      if (isUnreachable(problem)) void askToRenewAgain();
      else sayWhatFailed(problem, 'No new recovery codes could be made.');
    },
  });

  /** The new codes may have been made, and can be seen no more. */
  const askToRenewAgain = async () => {
    void refresh();
    const isAgreed = await askToConfirm({
      title: 'No reply came',
      description: 'The recovery codes you have may have stopped working. Make new ones to be sure.',
      confirmLabel: 'Make new codes',
    });
    if (isAgreed) renew.mutate();
  };

  return {
    step,
    close: () => {
      setStep({ name: 'none' });
      // It may be on, although no reply came.
      void refresh();
    },
    onEnabled: (codes: string[]) => showCodes('Two-factor sign-in is on', codes),
    begin,
    disable,
    renew,
    askToDisable: async () => {
      const isAgreed = await askToConfirm({
        title: 'Turn off two-factor sign-in?',
        description: 'Your password will be enough to log in. Your recovery codes stop working.',
        confirmLabel: 'Turn off',
        destructive: true,
      });
      if (isAgreed) disable.mutate();
    },
    askToRenew: async () => {
      const isAgreed = await askToConfirm({
        title: 'Make new recovery codes?',
        description: 'The ones you have now stop working.',
        confirmLabel: 'Make new codes',
      });
      if (isAgreed) renew.mutate();
    },
  };
}
