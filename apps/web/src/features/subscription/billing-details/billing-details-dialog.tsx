import {
  billingDetailsEndpoints,
  missingForTax,
  subscriptionEndpoints,
  type TaxNeeds,
  taxReasons,
} from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Checked } from '../../../api/check-with.ts';
import { type BillingDetails, billingDetailsQuery } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { BillingFields } from './billing-fields.tsx';
import { checkBillingDetails } from './billing-values.ts';

type BillingDetailsDialogProps = {
  details: BillingDetails;
  needs: TaxNeeds;
  /** Whether it is about to be paid, so that what the tax needs may not stay empty. */
  isForPayment?: boolean;
  onClose: () => void;
};

/** What depends on the tax of the buyer. */
const withTax = [subscriptionEndpoints.quote.path, subscriptionEndpoints.plans.path];

function checkForPayment(needs: TaxNeeds) {
  return (typed: BillingDetails): Checked<BillingDetails> => {
    const checked = checkBillingDetails(typed);
    if ('errors' in checked) return checked;
    const missing = missingForTax(checked.values, needs);
    return missing ? { errors: { [missing]: taxReasons[missing] } } : checked;
  };
}

/** Asks who receipts name. */
export function BillingDetailsDialog({
  details,
  needs,
  isForPayment = false,
  onClose,
}: BillingDetailsDialogProps) {
  const queryClient = useQueryClient();
  const { form, field, getError, shell } = useDialogForm({
    defaultValues: details,
    check: isForPayment ? checkForPayment(needs) : checkBillingDetails,
    send: async (body) => {
      const saved = await call(billingDetailsEndpoints.update, { body }, { quiet: true });
      queryClient.setQueryData(billingDetailsQuery.queryKey, saved);
      for (const path of withTax) void queryClient.invalidateQueries({ queryKey: [path] });
      onClose();
      showToast({ title: 'Billing details saved', description: 'Receipts name them from now on.' });
    },
    failure: { title: 'Not saved', text: 'The billing details could not be saved. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title="Billing details"
      description="On receipts from now on. A receipt once issued does not change."
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
      note={needs.country ? 'Your country decides on the tax.' : 'Nothing here is required to pay.'}
      onClose={onClose}
    >
      <BillingFields form={form} field={field} getError={getError} />
    </FormDialog>
  );
}
