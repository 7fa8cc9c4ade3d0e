import { type Rule, ruleEndpoints } from '@picksync/contracts';
import { call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { PanelButton } from '../page/page-panel.tsx';
import { useReadOnly } from '../use-read-only.ts';
import { useRefreshRules } from './use-refresh-rules.ts';

/** Has the folder of a rule looked into now, for a sheet that was just made; draws nothing while it is, or is paused. */
export function LookNow({ rule: { id, isActive, isLooking } }: { rule: Rule }) {
  const isReadOnly = useReadOnly();
  const refresh = useRefreshRules();
  const look = useAction({
    send: () => call(ruleEndpoints.look, { params: { id } }),
    onDone: () => showToast({ title: 'Looking into the folder' }),
    failure: { title: 'Look failed' },
    refresh,
  });
  if (isReadOnly || !isActive || isLooking) return null;
  return (
    <PanelButton inText pending={look.isPending} onClick={() => look.run()}>
      Look now
    </PanelButton>
  );
}
