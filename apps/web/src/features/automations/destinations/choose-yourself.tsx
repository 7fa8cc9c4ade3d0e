import type { Automation } from '@picksync/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { Button } from '../../../ui/button.tsx';

type ChooseYourselfProps = { automation: Automation; isDisabled: boolean };

/** Opens the form of a new automation in place of the window, where sheet and column are chosen by hand. */
export function ChooseYourself({ automation, isDisabled }: ChooseYourselfProps) {
  const navigate = useNavigate();
  const { user } = useAuthStatus();
  const open = async () => {
    const { draftDestination } = await import('./draft-destination.ts');
    draftDestination(automation, user?.id ?? '');
    void navigate({
      to: '/dashboard',
      search: { dialog: 'new-configuration' },
      replace: true,
      state: true,
      resetScroll: false,
    });
  };
  return (
    <div className="px-5 pb-3 md:px-6">
      <Button size="sm" disabled={isDisabled} onClick={() => void open()}>
        Or choose a sheet yourself
      </Button>
    </div>
  );
}
