import { type ApiKey, apiKeyEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { apiKeysQuery } from '../../../api/developer.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { checkKeyName } from '../developer.schemas.ts';

type RenameKeyDialogProps = { apiKey: ApiKey; onClose: () => void };

/** The form of a key's name. The key stays the same. */
export function RenameKeyDialog({ apiKey: { id, name }, onClose }: RenameKeyDialogProps) {
  const queryClient = useQueryClient();
  const { field, shell } = useDialogForm({
    defaultValues: { name },
    check: checkKeyName,
    send: async (body) => {
      await call(apiKeyEndpoints.rename, { params: { id }, body });
      await queryClient.invalidateQueries(apiKeysQuery);
      onClose();
    },
    failure: { title: 'Not renamed', text: 'The key could not be renamed. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title="Rename API key"
      description="The key stays the same. What it did before keeps the old name."
      submitLabel="Rename"
      pendingLabel="Renaming..."
      onClose={onClose}
    >
      <TextField label="Name" {...field('name')} maxLength={60} />
    </FormDialog>
  );
}
