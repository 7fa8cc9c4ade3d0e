import type { Automation } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CopyIntoDraft } from '../form/lazy-copy-into-draft.ts';

type ChooseYourselfProps = { automation: Automation; isDisabled: boolean; onChoose: () => void };

/** Opens the form of a new automation in place of the window, where sheet and column are chosen by hand. */
export function ChooseYourself({ automation, isDisabled, onChoose }: ChooseYourselfProps) {
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const open = () =>
    void navigate({
      to: '/dashboard',
      search: { dialog: 'new-configuration' },
      replace: true,
      state: true,
      resetScroll: false,
    });
  return (
    <div className="px-5 pb-3 md:px-6">
      <Button
        size="sm"
        disabled={isDisabled}
        onClick={() => {
          onChoose();
          setCopying(true);
        }}
      >
        Or choose a sheet yourself
      </Button>
      {isCopying && <CopyIntoDraft automation={automation} without="sheet" onCopied={open} />}
    </div>
  );
}
