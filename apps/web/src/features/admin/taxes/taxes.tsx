import { adminTaxEndpoints, taxCountryName } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useState } from 'react';
import { type TaxRate, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { AdminSection } from '../admin-section.tsx';
import { TaxRateFields } from './tax-rate-fields.tsx';
import { TaxRateList } from './tax-rate-list.tsx';
import { checkRate, emptyRate, toBody, toValues } from './tax-values.ts';

/** Sets the tax rate of a country, at once or from a day on. */
function TaxRateDialog({ rate, onClose }: { rate?: TaxRate; onClose: () => void }) {
  const refreshAdmin = useRefreshAdmin();
  const refreshPlan = useRefreshPlan();
  const { form, getError, shell } = useDialogForm({
    defaultValues: rate ? toValues(rate) : emptyRate,
    check: checkRate,
    send: async (typed) => {
      const { message } = await call(adminTaxEndpoints.set, { body: toBody(typed) }, { quiet: true });
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
      <TaxRateFields form={form} getError={getError} isNew={!rate} />
    </FormDialog>
  );
}

/** What buyers of each country pay as tax. */
export function Taxes() {
  const [open, setOpen] = useState<'new' | TaxRate | null>(null);
  return (
    <>
      <AdminSection
        title="Taxes"
        subtitle="By the country of the buyer. Each receipt keeps the tax of its day."
        actions={
          <Button variant="primary" onClick={() => setOpen('new')}>
            New tax rate
          </Button>
        }
      >
        <TaxRateList onEdit={setOpen} />
      </AdminSection>
      {open && <TaxRateDialog {...(open !== 'new' && { rate: open })} onClose={() => setOpen(null)} />}
    </>
  );
}
