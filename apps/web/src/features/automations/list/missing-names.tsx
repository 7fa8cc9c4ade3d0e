import { type Automation, automationEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { tryAgain } from '../../../api/use-action.ts';
import { showToast } from '../../../stores/toast.ts';
import { useRefresh } from '../use-refresh.ts';

/** Looks up one after the other, past those that fail; throws when any did. */
async function lookUpNames(automations: readonly Automation[]): Promise<void> {
  let failed: unknown;
  for (const { id } of automations) {
    try {
      await call(automationEndpoints.updateSourceName, { params: { id } });
    } catch (problem) {
      failed = problem;
    }
  }
  if (failed) throw failed;
}

/** Automations from before the name of the source sheet was stored; one button looks up all of them. */
export function MissingNames({ automations }: { automations: readonly Automation[] }) {
  const refresh = useRefresh();
  const nameless = automations.filter(({ sourceSheetName }) => sourceSheetName === null);
  const lookUp = useMutation({
    mutationFn: () => lookUpNames(nameless),
    onSuccess: () => showToast({ title: 'Source sheet name updated' }),
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Update failed',
        description: 'Failed to update source sheet name',
        action: tryAgain((): void => lookUp.mutate()),
      }),
    onSettled: refresh,
  });
  if (nameless.length === 0) return null;
  return (
    <div className="border-b border-line p-3 md:px-4">
      <Alert
        tone="warn"
        title="Some configurations lack the name of their source sheet"
        action={
          <Button
            size="sm"
            pending={lookUp.isPending}
            pendingLabel="Looking them up..."
            onClick={() => lookUp.mutate()}
          >
            Look up the names
          </Button>
        }
      >
        They work as before. Their names can be read from Smartsheet.
      </Alert>
    </div>
  );
}
