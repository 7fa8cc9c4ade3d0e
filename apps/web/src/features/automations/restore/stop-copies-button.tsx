import { type Automation, automationEndpoints, toListNoun } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { useRefresh } from '../use-refresh.ts';

/** Turns copies off where one cannot be saved: what waits is removed with the next sync, with no way back. */
export function StopCopiesButton({ automation, label }: { automation: Automation; label: string }) {
  const { id } = automation;
  const refresh = useRefresh();
  const stopping = useAction({
    ask: () => ({
      title: 'Turn copies off',
      description: `The ${toListNoun(automation)}s that wait are removed with the next sync, and no copy of the list is kept.`,
      confirmLabel: 'Turn off',
    }),
    send: () => call(automationEndpoints.edit, { params: { id }, body: { keepCopies: false } }),
    onDone: () => showToast({ title: 'No more copies are kept' }),
    failure: { title: 'Copies are still on' },
    refresh,
  });
  return (
    <Button pending={stopping.isPending} onClick={() => stopping.run()}>
      {label}
    </Button>
  );
}
