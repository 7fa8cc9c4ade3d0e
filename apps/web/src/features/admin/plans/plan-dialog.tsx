import { adminBillingEndpoints, editPlanBody } from '@picksync/contracts';
import { Checkbox } from '@picksync/ui/checkbox.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { TextAreaField, TextField } from '@picksync/ui/text-field.tsx';
import type { AdminPlan as Plan } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { useRefreshPlan } from '../../../api/subscription.queries.ts';
import { toNumber } from '../admin-texts.ts';
import { findSeen, useAdminForm } from '../use-admin-form.tsx';

/** What the form holds: inputs may stay empty. */
type PlanValues = {
  name: string;
  description: string;
  price: string;
  maxConfigurations: string;
  /** One per line. */
  features: string;
  isPopular: boolean;
};

function toValues(plan: Plan): PlanValues {
  return {
    name: plan.name,
    description: plan.description,
    price: String(plan.price),
    maxConfigurations: String(plan.maxConfigurations),
    features: plan.features.join('\n'),
    isPopular: plan.isPopular,
  };
}

function splitLines(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Returns the fields that were changed in the form, so that changes of another administrator stay. */
function toChanges(typed: PlanValues, plan: Plan) {
  const before: Record<string, unknown> = toValues(plan);
  const now: Record<string, unknown> = typed;
  const { price, maxConfigurations, features } = typed;
  const numbers = { price: toNumber(price), maxConfigurations: toNumber(maxConfigurations) };
  const all = { ...typed, ...numbers, features: splitLines(features) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => now[name] !== before[name]));
}

const checkBody = checkWith(editPlanBody);

function checkPlan(typed: PlanValues, plan: Plan) {
  const checked = checkBody(toChanges(typed, plan));
  if ('values' in checked) return checked;
  // An error of one line is shown beneath all of them.
  return {
    errors: Object.fromEntries(
      Object.entries(checked.errors).map(([path, message]) => [path.split('.')[0] ?? path, message]),
    ),
  };
}

const atOnce = 'Limit and words count at once; automations beyond a lower limit are paused within the hour.';

/** Edits the price, limit and texts of a plan. */
export function PlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const refreshPlan = useRefreshPlan();
  const isFree = plan.tier === 'free';
  const { form, field, shell } = useAdminForm({
    defaultValues: toValues(plan),
    check: (typed) => checkPlan(typed, plan),
    send: async (body) => {
      const params = { id: String(plan.id) };
      const seen = findSeen(plan, body);
      const reply = await call(adminBillingEndpoints.editPlan, { params, body: { ...body, seen } });
      await refreshPlan();
      return reply;
    },
    failure: { title: 'Not saved', text: 'The plan could not be saved. Please try again.' },
    onClose,
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
    >
      <TextField label="Name" {...field('name')} maxLength={40} />
      <TextField
        label="Description"
        hint="One line under the name"
        {...field('description')}
        maxLength={200}
      />
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        {!isFree && (
          <TextField
            label="Price"
            hint={`${plan.currency}, ${plan.billingCycle}`}
            {...field('price')}
            inputMode="decimal"
          />
        )}
        <TextField
          label="Automations"
          hint="The most a user may have"
          {...field('maxConfigurations')}
          inputMode="numeric"
        />
      </div>
      <TextAreaField
        label="Features"
        hint="One per line, 20 at most. A line such as “10 configurations” follows the number above."
        {...field('features')}
        rows={6}
        className="min-h-32"
      />
      <Checkbox
        label="Popular"
        hint="Marked so where the plans are shown"
        checked={form.watch('isPopular')}
        onChange={(isPopular) => form.setValue('isPopular', isPopular, { shouldDirty: true })}
      />
    </FormDialog>
  );
}
