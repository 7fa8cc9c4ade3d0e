import { type Automation, automationEndpoints, copyEndpoints, type Preview } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { RadioCards } from '@picksync/ui/radio-cards.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isReviewOutdated } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { showToast } from '../../../stores/toast.ts';
import { ContactsContext } from '../../../ui/difference-chips.tsx';
import { PreviewChips } from '../preview-chips.tsx';
import { useAutomationPreview } from '../use-automation-preview.ts';
import { useRefresh } from '../use-refresh.ts';
import { type Following, findFollowing } from './following.ts';

type ActivateDialogProps = { automation: Automation; onClose: () => void };

/** Says what the next sync of an automation that rests after a restore would do, and activates it. */
export function ActivateDialog({ automation, onClose }: ActivateDialogProps) {
  const { preview, error, isReading, readAgain } = useAutomationPreview(automation, { enabled: true });
  const [keepsRemoved, setKeepsRemoved] = useState(false);
  const follow = useFollow(automation, { onDone: onClose, onOutdated: readAgain });
  const following = preview && findFollowing(automation, preview);
  const isOutdated = isReviewOutdated(follow.error);
  return (
    <FormDialog
      inAddress
      title={following?.isChoice ? 'Activate: the source would win again' : 'Activate'}
      description={following ? following.text : 'Both sheets are read first.'}
      submitLabel="Activate"
      pendingLabel="Activating..."
      pending={follow.isPending}
      submitDisabled={!preview || isReading}
      error={
        follow.error && !isOutdated
          ? { title: 'Not activated', text: getMessage(follow.error, 'Please try again.') }
          : null
      }
      onSubmit={() => preview && follow.mutate({ preview, keepsRemoved })}
      onClose={onClose}
    >
      <ContactsContext value={automation.fillsContacts === true}>
        <div className="grid gap-4 pt-1">
          {isOutdated && (
            <Alert tone="warn" title="Nothing was activated: the sheets have changed since you looked">
              This is what the next sync would do now.
            </Alert>
          )}
          {!preview && (error && !isReading ? <Failed error={error} onRetry={readAgain} /> : <Reading />)}
          {preview && following?.isChoice && (
            <Choice
              preview={preview}
              following={following}
              keepsRemoved={keepsRemoved}
              onChoose={setKeepsRemoved}
            />
          )}
        </div>
      </ContactsContext>
    </FormDialog>
  );
}

type ChoiceProps = {
  preview: Preview;
  following: Following;
  keepsRemoved: boolean;
  onChoose: (keepsRemoved: boolean) => void;
};

function Choice({ preview, following, keepsRemoved, onChoose }: ChoiceProps) {
  const { removed } = preview;
  return (
    <>
      <RadioCards
        label="What the next sync does"
        columns={1}
        value={keepsRemoved ? 'keep' : 'follow'}
        onChange={(value) => onChoose(value === 'keep')}
        options={[
          { value: 'follow', label: 'Follow the source', hint: following.followHint },
          {
            value: 'keep',
            label: removed.count === 1 ? 'Follow it, and keep this one' : 'Follow it, and keep these',
            hint: following.keepHint,
          },
        ]}
      />
      <PreviewChips
        title={keepsRemoved ? 'Would stay' : 'Would go again'}
        kind={keepsRemoved ? 'kept' : 'removed'}
        few={6}
        {...removed}
      />
    </>
  );
}

function Reading() {
  return (
    <Loading label="Reading both sheets" className="grid gap-2.5 pb-1">
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
    </Loading>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Alert tone="bad" title={getMessage(error, 'The sheets could not be read.')}>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}

type Sent = { preview: Preview; keepsRemoved: boolean };

function useFollow(automation: Automation, on: { onDone: () => void; onOutdated: () => void }) {
  const refresh = useRefresh();
  const params = { id: automation.id };
  return useMutation({
    mutationFn: ({ preview, keepsRemoved }: Sent) => {
      const { isChoice, isAskedLater } = findFollowing(automation, preview);
      const { fingerprint } = preview;
      // What has to be confirmed on the page of a review is not agreed to here: the next sync stops and asks.
      if (isAskedLater && !keepsRemoved)
        return call(automationEndpoints.edit, { params, body: { isActive: true } });
      return call(copyEndpoints.follow, {
        params,
        body: { fingerprint, keepsRemoved: isChoice && keepsRemoved },
      });
    },
    onSuccess: async () => {
      showToast({ title: 'Automation activated' });
      await refresh();
      on.onDone();
    },
    onError: (problem) => {
      if (isReviewOutdated(problem)) on.onOutdated();
    },
  });
}
