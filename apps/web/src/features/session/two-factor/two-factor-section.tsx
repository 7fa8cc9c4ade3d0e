import { recoveryCodeCount } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { twoFactorQuery } from '../../../api/security.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { useTwoFactor } from './use-two-factor.ts';

/** The second factor: the authenticator app, and the recovery codes that stand in for it. */
export function TwoFactorSection() {
  const { totpSince, recoveryCodesLeft } = useSuspenseQuery(twoFactorQuery).data;
  const { step, close, onEnabled, begin, disable, renew, askToDisable, askToRenew } = useTwoFactor();
  return (
    <>
      {totpSince === null ? (
        <SettingRow
          title="Authenticator app"
          badge={<Badge tone="neutral">Off</Badge>}
          detail="After your password we ask for a code that only your phone knows."
          action={
            <Button pending={begin.isPending} onClick={() => begin.mutate()}>
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
            <Button pending={disable.isPending} onClick={() => void askToDisable()}>
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
            <Button pending={renew.isPending} onClick={() => void askToRenew()}>
              Make new
            </Button>
          }
        />
      )}
      {step.name === 'set up' && <SetUpDialog begun={step.begun} onEnabled={onEnabled} onClose={close} />}
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
