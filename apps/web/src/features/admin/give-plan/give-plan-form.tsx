import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isProofMissing } from '../../../api/api-error.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { plansQuery } from '../../../api/subscription.queries.ts';
import { Facts } from '../admin-cells.tsx';
import { InlineForm } from '../inline-form.tsx';
import { ReasonField } from '../use-admin-form.tsx';
import { describeThen, describeToday } from './standing-words.ts';
import { type PlanGift, useGivePlan } from './use-give-plan.ts';

type GivePlanDialogProps = {
  gift: PlanGift;
  give: { mutate: (gift: PlanGift) => void; isPending: boolean; error: unknown };
  onClose: () => void;
};

/** Shows what giving the plan will change, before it is given. */
function GivePlanDialog({ gift, give, onClose }: GivePlanDialogProps) {
  const now = useNow();
  const { user, plan, body } = gift;
  const isFree = plan.tier === 'free';
  const goesOn = user.current.subscription?.payment_provider === 'paypal';
  return (
    <FormDialog
      title={isFree ? `Put ${user.email} on ${plan.name}?` : `Give ${plan.name} to ${user.email}?`}
      description={isFree ? 'This ends the plan that they have.' : 'For a month, without charging anything.'}
      pending={give.isPending}
      error={toFailure(give.error)}
      submitLabel={isFree ? `Put on ${plan.name}` : 'Activate subscription'}
      pendingLabel="Activating..."
      onSubmit={() => give.mutate(gift)}
      onClose={onClose}
    >
      <Facts
        facts={[
          ['Today', describeToday(user.current)],
          ['Then', describeThen(user.current, { name: plan.name, isFree, now })],
          ...(goesOn ? [['PayPal', 'Charges nothing more'] as const] : []),
          ['Charged', 'Nothing'],
          ...(body.customPaymentId ? [['Payment id', body.customPaymentId] as const] : []),
          ['Reason', body.reason],
        ]}
      />
    </FormDialog>
  );
}

function toFailure(problem: unknown) {
  if (!problem || isProofMissing(problem)) return null;
  return {
    title: 'Not activated',
    text: getMessage(problem, 'The plan could not be given. Please try again.'),
  };
}

type GivePlanFormProps = {
  /** The user's address; the form has a field for it when it is not given. */
  email?: string;
  /** Another button, on the left of the footer. */
  aside?: ReactNode;
};

/** Gives a user a plan without charging anything: it is checked and confirmed first. */
export function GivePlanForm({ email, aside }: GivePlanFormProps) {
  const { field, shell, gift, forget, give } = useGivePlan(email);
  const { data: plans } = useQuery(plansQuery);
  const isKnown = email !== undefined;
  return (
    <>
      <InlineForm
        label={isKnown ? 'Plan by hand' : 'Admin Subscription Manager'}
        shell={shell}
        submitLabel={isKnown ? 'Change plan' : 'Activate subscription'}
        pendingLabel="Checking..."
        aside={aside && <div className="mr-auto -ml-3">{aside}</div>}
      >
        <div className={isKnown ? 'grid gap-3' : 'grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4'}>
          {!isKnown && (
            <TextField label="User email" {...field('userEmail')} type="email" spellCheck={false} />
          )}
          <Field label="Plan" error={field('planId').error}>
            {(control) => (
              <SelectInput {...control} {...field('planId').input}>
                <option value="">Choose a plan</option>
                {plans?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectInput>
            )}
          </Field>
          {!isKnown && (
            <TextField
              label="Payment id"
              aside={<span className="text-xs text-ink-3">optional</span>}
              hint="Of a payment that arrived by another way."
              {...field('customPaymentId')}
              maxLength={128}
            />
          )}
          <ReasonField {...field('reason')} />
        </div>
      </InlineForm>
      {gift && <GivePlanDialog gift={gift} give={give} onClose={forget} />}
    </>
  );
}
