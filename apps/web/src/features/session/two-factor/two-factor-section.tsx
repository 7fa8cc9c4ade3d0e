import { recoveryCodeCount, twoFactorEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { isUnreachable } from '../../../api/reachable.ts';
import { refreshSecurity, twoFactorQuery } from '../../../api/security.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { formatDay } from '../../../ui/dates.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

type Step =
  | { name: 'none' }
  | { name: 'set up'; begun: { key: string; uri: string } }
  | { name: 'codes'; title: string; codes: string[] };

/** Returns the actions of two-factor sign-in: switching it on and off, and new recovery codes. */
function useTwoFactor() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const refresh = () => refreshSecurity(queryClient);
  const showCodes = (title: string, codes: string[]) => {
    setStep({ name: 'codes', title, codes });
    void refresh();
  };

  const begin = useAction({
    send: () => call(twoFactorEndpoints.begin, {}),
    onDone: (begun) => setStep({ name: 'set up', begun }),
    failure: { text: 'Two-factor sign-in could not be set up.' },
  });
  const disable = useAction({
    send: () => call(twoFactorEndpoints.disable, {}),
    ask: () => ({
      title: 'Turn off two-factor sign-in?',
      description: 'Your password will be enough to log in. Your recovery codes stop working.',
      confirmLabel: 'Turn off',
      destructive: true,
    }),
    onDone: sayDone,
    failure: { text: 'Two-factor sign-in could not be turned off.' },
    refresh,
  });
  const renew = useAction({
    send: () => call(twoFactorEndpoints.renewRecoveryCodes, {}),
    ask: () => ({
      title: 'Make new recovery codes?',
      description: 'The ones you have now stop working.',
      confirmLabel: 'Make new codes',
    }),
    onDone: ({ recoveryCodes }) => showCodes('New recovery codes', recoveryCodes),
    failure: { text: 'No new recovery codes could be made.' },
    onFailure: (problem) => {
      if (!isUnreachable(problem)) return false;
      void askToRenewAgain();
      return true;
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
  const close = () => {
    setStep({ name: 'none' });
    // It may be on, although no reply came.
    void refresh();
  };
  return { step, close, showCodes, begin, disable, renew };
}

/** The second factor: the authenticator app, and the recovery codes that stand in for it. */
export function TwoFactorSection() {
  const { totpSince, recoveryCodesLeft } = useSuspenseQuery(twoFactorQuery).data;
  const { step, close, showCodes, begin, disable, renew } = useTwoFactor();
  return (
    <>
      {totpSince === null ? (
        <SettingRow
          title="Authenticator app"
          badge={<Badge tone="neutral">Off</Badge>}
          detail="After your password we ask for a code that only your phone knows."
          action={
            <Button pending={begin.isPending} onClick={() => begin.run()}>
              Set up
            </Button>
          }
        />
      ) : (
        <SettingRow
          title="Authenticator app"
          badge={<Badge tone="good">On</Badge>}
          detail={`Since ${formatDay(totpSince)}`}
          action={
            <Button pending={disable.isPending} onClick={() => disable.run()}>
              Turn off
            </Button>
          }
        />
      )}
      {totpSince !== null && (
        <SettingRow
          title="Recovery codes"
          badge={recoveryCodesLeft < 3 && <Badge tone="warn">Few left</Badge>}
          detail={<CodesLeft left={recoveryCodesLeft} />}
          action={
            <Button pending={renew.isPending} onClick={() => renew.run()}>
              Make new
            </Button>
          }
        />
      )}
      {step.name === 'set up' && (
        <SetUpDialog
          begun={step.begun}
          onEnabled={(codes) => showCodes('Two-factor sign-in is on', codes)}
          onClose={close}
        />
      )}
      {step.name === 'codes' && <RecoveryCodesDialog title={step.title} codes={step.codes} onClose={close} />}
    </>
  );
}

const places = Array.from({ length: recoveryCodeCount }, (_, place) => place);

function CodesLeft({ left }: { left: number }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span aria-hidden="true" className="inline-flex gap-1">
        {places.map((place) => (
          <span
            key={place}
            className={cx('h-3 w-1.5 rounded-full', place < left ? 'bg-accent' : 'bg-line')}
          />
        ))}
      </span>
      {left} of {recoveryCodeCount} left
    </span>
  );
}
