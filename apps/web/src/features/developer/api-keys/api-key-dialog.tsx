import { type ApiKeyScope, apiKeyDays, apiKeyEndpoints } from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { checkApiKey } from '../developer.schemas.ts';

const scopes: Record<ApiKeyScope, string> = {
  read: 'Read: see automations, runs and sheets',
  write: 'Read and write: also create, change, delete and sync automations',
};

type Days = (typeof apiKeyDays)[number];

function daysLabel(days: Days): string {
  return days === null ? 'Never' : `In ${days} days`;
}

type ApiKeyDialogProps = { onClose: () => void; onCreated: (key: string) => void };

/** The form of a new key: name, rights and end. */
export function ApiKeyDialog({ onClose, onCreated }: ApiKeyDialogProps) {
  const queryClient = useQueryClient();
  const { form, field, getError, shell } = useDialogForm({
    defaultValues: { name: '', scope: 'read' as ApiKeyScope, expiresInDays: 90 as Days },
    check: checkApiKey,
    send: async (body) => {
      try {
        onCreated((await call(apiKeyEndpoints.create, { body })).key);
      } finally {
        // Also when no reply came: the key may be there, and has to be seen to be revoked.
        void queryClient.invalidateQueries(apiKeysQuery);
      }
    },
    failure: { title: 'Not created', text: 'The key could not be created. Please try again.' },
  });
  const days = form.watch('expiresInDays');
  return (
    <FormDialog
      {...shell}
      title="New API key"
      description="A program that has it can do in your name what you choose here."
      submitLabel="Create key"
      pendingLabel="Creating..."
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What it is for, such as Warehouse report"
        {...field('name')}
        maxLength={60}
      />
      <Field label="Rights" error={getError('scope')} hint={scopes[form.watch('scope')]}>
        {(control) => (
          <SelectInput {...control} {...form.register('scope')}>
            <option value="read">Read</option>
            <option value="write">Read and write</option>
          </SelectInput>
        )}
      </Field>
      <Field label="Expires" error={getError('expiresInDays')} hint="After that the key is refused.">
        {(control) => (
          <SelectInput
            {...control}
            value={apiKeyDays.indexOf(days)}
            onChange={({ target }) =>
              form.setValue('expiresInDays', apiKeyDays[Number(target.value)] ?? null, { shouldDirty: true })
            }
          >
            {apiKeyDays.map((choice, index) => (
              <option key={daysLabel(choice)} value={index}>
                {daysLabel(choice)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </FormDialog>
  );
}
