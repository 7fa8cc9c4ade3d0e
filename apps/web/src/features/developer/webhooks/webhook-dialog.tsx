import {
  type OutgoingWebhook,
  outgoingWebhookEndpoints,
  type WebhookEvent,
  webhookEvents,
} from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { webhooksQuery } from '../../../api/developer.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { checkWebhook } from '../developer.schemas.ts';

const events = Object.entries(webhookEvents) as [WebhookEvent, string][];

type WebhookDialogProps = {
  /** The webhook to edit; absent for a new one. */
  webhook?: OutgoingWebhook;
  onClose: () => void;
  /** Called with the secret of a new webhook. */
  onSaved: (secret: string | null) => void;
};

/** Returns what was changed in the form, so that what another window has saved since it was opened stays. */
function toChanges({ url, events }: Pick<OutgoingWebhook, 'url' | 'events'>, before: OutgoingWebhook) {
  return {
    ...(url !== before.url && { url }),
    ...(events.join() !== before.events.join() && { events }),
  };
}

/** The form of an outgoing webhook: address and events. */
export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const queryClient = useQueryClient();
  const { form, field, getError, shell } = useDialogForm({
    defaultValues: {
      url: webhook?.url ?? '',
      events: webhook?.events ?? events.map(([name]) => name),
    },
    check: checkWebhook,
    send: async (body) => {
      try {
        if (webhook) {
          const changed = toChanges(body, webhook);
          if (Object.keys(changed).length > 0) {
            await call(outgoingWebhookEndpoints.edit, { params: { id: webhook.id }, body: changed });
          }
          onSaved(null);
        } else onSaved((await call(outgoingWebhookEndpoints.create, { body })).secret);
      } finally {
        // Also when no reply came: it may be saved nevertheless.
        void queryClient.invalidateQueries(webhooksQuery);
      }
    },
    failure: { title: 'Not saved', text: 'The webhook could not be saved. Please try again.' },
  });
  const chosen = form.watch('events');
  const choose = (name: WebhookEvent, isChosen: boolean) =>
    form.setValue('events', isChosen ? [...chosen, name] : chosen.filter((other) => other !== name), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <FormDialog
      {...shell}
      title={webhook ? 'Edit webhook' : 'New webhook'}
      description="We post to this address when something happens: names and counts, never a value of a sheet."
      submitLabel={webhook ? 'Save' : 'Create webhook'}
      pendingLabel={webhook ? 'Saving...' : 'Creating...'}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="Begins with https://"
        {...field('url')}
        type="url"
        inputMode="url"
        spellCheck={false}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        {events.map(([name, about]) => (
          <Checkbox
            key={name}
            label={name}
            hint={about}
            checked={chosen.includes(name)}
            onChange={(isChosen) => choose(name, isChosen)}
          />
        ))}
        <FieldNote id="webhook-events-note" error={getError('events')} />
      </fieldset>
    </FormDialog>
  );
}
