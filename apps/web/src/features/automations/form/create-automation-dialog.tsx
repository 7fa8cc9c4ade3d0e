import { automationEndpoints, type CreateAutomation, likelyPairEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { addToList } from '../../../api/automations.queries.ts';
import { call } from '../../../api/call.ts';
import { createSendOnce } from '../../../api/send-once.ts';
import { showToast } from '../../../stores/toast.ts';
import { isPlanLimit } from '../refusals.ts';
import { CreateRule, DestinationKindChoice } from '../rules/create-rule.tsx';
import { useDestinationKind } from '../rules/use-rule-draft.ts';
import { useRefresh } from '../use-refresh.ts';
import { AutomationFormDialog } from './automation-form-dialog.tsx';
import { emptyAutomation, nextChoice } from './automation-form-values.ts';
import { formFailure, markFields, useAutomationForm, useClearOnReconnect } from './use-automation-form.ts';

const words = { title: 'Creation Failed', fallback: 'Failed to create configuration' };

const created = 'Your automation has been set up successfully';
const createdAndAsking = `${created}. Its first sync changes nothing and waits for your review.`;

/** The form of a new automation. `onLimit` is called when the server says that the plan is used up. */
export function CreateAutomationDialog({ onLimit, ...props }: { onClose: () => void; onLimit: () => void }) {
  const destination = useDestinationKind();
  const onClose = () => {
    destination.forget();
    props.onClose();
  };
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [sendOnce] = useState(createSendOnce);
  const { form, dropDraft, close } = useAutomationForm({ base: emptyAutomation, name: 'new', onClose });
  const create = useMutation({
    mutationFn: (body: CreateAutomation) =>
      sendOnce(body, (idempotencyKey) => call(automationEndpoints.create, { body }, { idempotencyKey })),
    onSuccess: ({ configuration }, { asksLater }) => {
      showToast({
        title: 'Success!',
        description: asksLater ? createdAndAsking : created,
        action: {
          label: 'Open',
          elsewhere: 'It stands first in the list.',
          act: () => navigate({ to: '/automations/$id', params: { id: configuration.id } }),
        },
      });
      dropDraft();
      onClose();
      addToList(queryClient, configuration);
      void refresh();
      // What is filled now is no pair any more.
      queryClient.removeQueries({ queryKey: [likelyPairEndpoints.list.path] });
    },
    onError: (problem) => {
      markFields(form, problem);
      if (isPlanLimit(problem)) onLimit();
    },
  });
  useClearOnReconnect(create);
  if (destination.kind === 'folder')
    return <CreateRule {...{ form, dropDraft, close, onClose }} onKind={destination.choose} />;
  const reset = () => {
    form.reset(emptyAutomation);
    create.reset();
    showToast({ title: 'Form reset' });
  };
  return (
    <AutomationFormDialog
      form={form}
      kind={<DestinationKindChoice value="sheet" onChange={destination.choose} />}
      title="New Configuration"
      description="Choose the column to read and the column to fill. Its list follows from then on."
      pending={create.isPending}
      error={formFailure(create.error, words)}
      submitLabel="Create Automation"
      askingLabel="Create and ask me later"
      pendingLabel="Creating..."
      onSubmit={(body) => create.mutate(body)}
      onClose={close}
      onOpenFocus={() => form.setFocus(nextChoice(form.getValues()))}
      aside={
        <Button variant="quiet" disabled={create.isPending} onClick={reset}>
          Reset
        </Button>
      }
    />
  );
}
