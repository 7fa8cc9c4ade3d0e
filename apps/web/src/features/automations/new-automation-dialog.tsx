import { Controller } from 'react-hook-form';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { DestinationSide, SourceSide } from './automation-ends.tsx';
import { useNewAutomation } from './use-new-automation.ts';
import { useSheets } from './use-sheets.ts';

const formId = 'new-automation';

type NewAutomationDialogProps = { open: boolean; onClose: () => void; onLimit: () => void };

export const NewAutomationDialog = ({ open, onClose, onLimit }: NewAutomationDialogProps) => {
  const { sheets, loading, connected } = useSheets();
  const { form, submit, reset } = useNewAutomation({ onCreated: onClose, onLimit });
  const { isSubmitting, errors } = form.formState;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="New Configuration"
      description="Choose the column to read and the dropdown to fill. The dropdown follows from then on."
      width="lg"
      footer={
        <>
          <Button variant="quiet" className="mr-auto" disabled={isSubmitting} onClick={reset}>
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isSubmitting}>
            {isSubmitting ? 'Creating...' : 'Create Automation'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label="New Configuration" onSubmit={submit} className="grid gap-3">
        {!connected && !loading && sheets.length === 0 && (
          <Alert tone="warn" title="Not connected to Smartsheet">
            Connect your Smartsheet account to choose sheets.
          </Alert>
        )}
        <Field label="Automation Name" error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('name')}
              placeholder="For example: Clients into Time sheet"
              autoComplete="off"
              maxLength={100}
            />
          )}
        </Field>
        <div className="grid gap-4 md:grid-cols-2">
          <SourceSide form={form} sheets={sheets} loading={loading} />
          <DestinationSide form={form} sheets={sheets} loading={loading} />
        </div>
        <Controller
          control={form.control}
          name="removeDuplicates"
          render={({ field }) => (
            <Checkbox
              label="Remove duplicates"
              hint="A dropdown holds each option once. Without this, repeated values are reported."
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      </form>
    </Dialog>
  );
};
