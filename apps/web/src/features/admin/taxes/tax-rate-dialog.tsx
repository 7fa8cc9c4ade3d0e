import { adminTaxEndpoints, taxCountryName } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { type TaxRate, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { TaxRateFields } from './tax-rate-fields.tsx';
import { bodyOf, checkRate, emptyRate, valuesOf } from './tax-values.ts';

/** Sets the tax rate of a country, at once or from a day on. */
export function TaxRateDialog({ rate, onClose }: { rate?: TaxRate; onClose: () => void }) {
  const refreshAdmin = useRefreshAdmin();
  const refreshPlan = useRefreshPlan();
  const { form, errorOf, shell } = useDialogForm({
    defaultValues: rate ? valuesOf(rate) : emptyRate,
    check: checkRate,
    send: async (typed) => {
      const { message } = await call(adminTaxEndpoints.set, { body: bodyOf(typed) }, { quiet: true });
      await Promise.all([refreshAdmin(), refreshPlan()]);
      showToast({ title: message });
      onClose();
    },
    failure: { title: 'Not saved', text: 'The rate could not be saved. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title={rate ? `Tax rate of ${taxCountryName(rate.country)}` : 'New tax rate'}
      description="For payments from then on. PayPal goes on charging what its subscribers agreed to, and receipts that were issued stay as they are."
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <TaxRateFields form={form} errorOf={errorOf} isNew={!rate} />
    </FormDialog>
  );
}
