import { adminBillingEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { type AdminPlan as Plan, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';
import { PlanFields } from './plan-fields.tsx';
import { checkPlan, toEdit, toValues } from './plan-values.ts';

const atOnce = 'Limit and words count at once; automations beyond a lower limit are paused within the hour.';

/** Edits the price, limit and texts of a plan. */
export function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const refreshAdmin = useRefreshAdmin();
  const refreshPlan = useRefreshPlan();
  const isFree = plan.tier === 'free';
  const { form, getError, shell } = useDialogForm({
    defaultValues: toValues(plan),
    check: (typed) => checkPlan(typed, plan),
    send: async (typed) => {
      const { message } = await call(
        adminBillingEndpoints.editPlan,
        { params: { id: String(plan.id) }, body: toEdit(typed, plan) },
        { quiet: true },
      );
      await Promise.all([refreshPlan(), refreshAdmin()]);
      showToast({ title: message });
      onClose();
    },
    failure: { title: 'Not saved', text: 'The plan could not be saved. Please try again.' },
  });
  return (
    <FormDialog
      {...shell}
      title={`Edit ${plan.name}`}
      description={
        isFree ? atOnce : `A new price is for users who subscribe or renew by link from now on. ${atOnce}`
      }
      width="md"
      submitLabel="Save"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <PlanFields form={form} getError={getError} plan={plan} />
    </FormDialog>
  );
}
