import {
  type ChannelKind,
  channelNames,
  type NoticeChannel,
  noticeChannelEndpoints,
} from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { channelsQuery } from '../../../api/account.queries.ts';
import { call } from '../../../api/call.ts';
import { getMessage, toFormErrors } from '../../../api/form-errors.ts';
import { useAction } from '../../../api/use-action.ts';
import { isToldElsewhere } from '../../../api/use-dialog-form.ts';
import { askToDiscard } from '../../../stores/confirm.ts';
import { formatTime } from '../../../ui/dates.ts';
import { showChannel } from './show-channel.ts';

const hints = {
  slack: 'In Slack: make an app with Incoming Webhooks, add it to a channel, and copy the webhook address.',
  teams:
    'In Teams: channel, Workflows, “Post to a channel when a webhook request is received”, and copy its address.',
} as const;

type ChannelDialogProps = {
  kind: ChannelKind;
  /** The channel to edit; absent for a new one. */
  channel: NoticeChannel | undefined;
  onClose: () => void;
};

type Tested = { address: string; testToken: string; time: string };

/** Posts a test to the address that is entered. What it proved counts for this address only. */
function useTest(kind: ChannelKind, address: string) {
  const [tested, setTested] = useState<Tested>();
  const testing = useMutation({
    mutationFn: (entered: string) =>
      call(noticeChannelEndpoints.test, { params: { kind }, body: { address: entered } }),
    onSuccess: ({ testToken }, entered) =>
      testToken !== null &&
      setTested({ address: entered, testToken, time: formatTime(new Date().toISOString()) }),
  });
  const isAboutThis = testing.variables === address;
  const problem = isAboutThis && testing.error && !isToldElsewhere(testing.error) ? testing.error : null;
  const fallback = 'The test could not be sent. Please try again.';
  const errors = problem ? toFormErrors({ problem, fields: ['address'] as const, fallback }) : {};
  return { testing, tested: tested?.address === address ? tested : undefined, errors };
}

/** The address of a channel: it can be saved once a test has arrived there. */
export function ChannelDialog({ kind, channel, onClose }: ChannelDialogProps) {
  const [typed, setTyped] = useState('');
  const address = typed.trim();
  const name = channelNames[kind];
  const { testing, tested, errors } = useTest(kind, address);
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ testToken }: Tested) =>
      call(noticeChannelEndpoints.save, { params: { kind }, body: { address, testToken } }),
    onSuccess: (reply) => {
      showChannel(queryClient, reply.channel);
      onClose();
    },
  });
  const remove = useAction({
    send: () => call(noticeChannelEndpoints.remove, { params: { kind } }),
    onDone: async () => {
      await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
      onClose();
    },
    failure: { title: 'Not removed' },
  });
  return (
    <FormDialog
      title={channel ? `Edit ${name}` : `Add ${name}`}
      description="Notices go there as well: names and counts, never a value of a sheet."
      pending={saving.isPending}
      error={
        saving.error && !isToldElsewhere(saving.error)
          ? { title: 'Not saved', text: getMessage(saving.error, 'Please try again.') }
          : null
      }
      submitLabel={channel ? 'Save' : 'Add'}
      pendingLabel={channel ? 'Saving...' : 'Adding...'}
      submitDisabled={!tested}
      onSubmit={() => tested && saving.mutate(tested)}
      mayClose={async () => address === '' || (await askToDiscard())}
      onClose={onClose}
      aside={
        channel && (
          <Button
            variant="quiet"
            className="text-bad"
            pending={remove.isPending}
            onClick={() => remove.run()}
          >
            Remove
          </Button>
        )
      }
    >
      <TextField
        label="Incoming webhook address"
        hint={channel ? `Now ${channel.address}. Enter a new address to replace it.` : hints[kind]}
        error={errors.address}
        input={{ value: typed, onChange: ({ target }) => setTyped(target.value) }}
        type="url"
        inputMode="url"
        spellCheck={false}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={address === ''}
          pending={testing.isPending}
          pendingLabel="Sending..."
          onClick={() => testing.mutate(address)}
        >
          Send a test
        </Button>
        <span role="status" className="text-sm">
          {tested && (
            <span className="flex items-center gap-1.5">
              <Check aria-hidden="true" className="size-4 text-good" />
              The test arrived, {tested.time}
            </span>
          )}
        </span>
      </div>
      {errors.form && <Alert tone="bad">{errors.form}</Alert>}
    </FormDialog>
  );
}
