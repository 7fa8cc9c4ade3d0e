import {
  adminStatusEndpoints,
  openIncidentBody,
  type StatusPart,
  statusParts,
  statusPartTexts,
} from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FieldNote } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { useAdminForm } from '../use-admin-form.tsx';

type IncidentValues = { title: string; parts: StatusPart[]; text: string };

const check = checkWith(openIncidentBody);

/** Opens an incident by hand: what the measurement does not see, or not yet. */
export function IncidentDialog({ onClose }: { onClose: () => void }) {
  const { form, field, getError, shell } = useAdminForm<IncidentValues>({
    defaultValues: { title: '', parts: [], text: '' },
    check,
    send: (body) => call(adminStatusEndpoints.open, { body }),
    failure: { title: 'Not published', text: 'The incident could not be published. Please try again.' },
    onClose,
  });
  const chosen = form.watch('parts');
  const choose = (part: StatusPart, isChosen: boolean) =>
    form.setValue('parts', isChosen ? [...chosen, part] : chosen.filter((other) => other !== part), {
      shouldDirty: true,
    });
  return (
    <FormDialog
      {...shell}
      title="New incident"
      description="Everybody can read it on the status page at once. What is measured stands there by itself."
      width="md"
      submitLabel="Publish"
      pendingLabel="Publishing..."
    >
      <TextField
        label="Title"
        hint="What people notice, such as Mails are late"
        {...field('title')}
        maxLength={80}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-sm font-medium">Parts</legend>
        {statusParts.map((part) => (
          <Checkbox
            key={part}
            label={statusPartTexts[part].name}
            checked={chosen.includes(part)}
            onChange={(isChosen) => choose(part, isChosen)}
          />
        ))}
        <FieldNote id="incident-parts-note" error={getError('parts')} />
      </fieldset>
      <TextField
        label="What people should know"
        hint="Published words stay; a correction is a new entry."
        {...field('text')}
        maxLength={300}
      />
    </FormDialog>
  );
}
