import {
  activateSubscriptionBody,
  adminEndpoints,
  adminUserEndpoints,
  reasonField,
} from '@picksync/contracts';
import { Field } from '@picksync/ui/field.tsx';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { type AdminUserDetail, useRefreshAdmin, userQuery } from '../../../api/admin.queries.ts';
import { ApiError, isStepUpMissing } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { type Plan, plansQuery } from '../../../api/subscription.queries.ts';
import { sayDone } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { Facts } from '../admin-cells.tsx';
import { toNumber } from '../admin-texts.ts';
import { InlineForm } from '../inline-form.tsx';
import { ReasonField } from '../use-admin-form.tsx';
import { describeThen, describeToday } from './plan-texts.ts';

type Body = z.output<typeof activateSubscriptionBody>;

/** The gift to be confirmed: the user, the plan and the request. */
type PlanGift = { user: AdminUserDetail; plan: Plan; body: Body };

/** The form's own shape: a select and an input that may stay empty. */
type Typed = { userEmail: string; planId: string; customPaymentId: string; reason: string };

function toBody({ planId, customPaymentId, ...typed }: Typed) {
  return {
    ...typed,
    planId: toNumber(planId),
    ...(customPaymentId.trim() && { customPaymentId: customPaymentId.trim() }),
  };
}

const check = checkWith(activateSubscriptionBody.extend({ reason: reasonField }));

/** The state of giving a plan: what is typed is checked and looked up, then repeated for confirmation (`gift`), and given by `give`. */
function useGivePlan(email: string | undefined) {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  const [gift, setGift] = useState<PlanGift | null>(null);
  const empty: Typed = { userEmail: email ?? '', planId: '', customPaymentId: '', reason: '' };
  const { form, field, shell } = useDialogForm({
    defaultValues: empty,
    check: (typed) => check(toBody(typed)),
    send: async (body): Promise<void> => {
      const id = await findUserId(body.userEmail);
      if (!id) {
        form.setError('userEmail', { message: 'No user has this email address' }, { shouldFocus: true });
        return;
      }
      const [user, plans] = await Promise.all([
        queryClient.fetchQuery({ ...userQuery(id), staleTime: 0 }),
        queryClient.fetchQuery(plansQuery),
      ]);
      const plan = plans.find((each) => each.id === body.planId);
      if (plan) setGift({ user, plan, body });
    },
    failure: { title: 'Not checked', text: 'The user could not be looked up. Please try again.' },
  });
  const giving = useMutation({
    mutationFn: ({ body }: PlanGift) => call(adminEndpoints.activateSubscription, { body }),
    onSuccess: async (reply) => {
      await refresh();
      form.reset(empty);
      setGift(null);
      sayDone(reply);
    },
    onError: (problem) => {
      const errors = (problem instanceof ApiError && problem.reply.errors) || {};
      const [name, message] = Object.entries(errors)[0] ?? [];
      if (!isFieldOf(empty, name)) return;
      setGift(null);
      form.setError(name, { message: message ?? '' }, { shouldFocus: true });
    },
  });
  const forget = () => {
    giving.reset();
    setGift(null);
  };
  return { form, field, shell, gift, forget, give: giving };
}

function isFieldOf(form: Typed, name: string | undefined): name is keyof Typed {
  return name !== undefined && name in form;
}

/** The user who has exactly this address; undefined when nobody has. */
async function findUserId(email: string): Promise<string | undefined> {
  const users = await call(adminUserEndpoints.list, { query: { search: email, limit: 100 } });
  return users.find((user) => user.email === email)?.id;
}

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
      description={isFree ? freeText(user.current) : 'For a month, without charging anything.'}
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

function freeText({ hasSubscription }: { hasSubscription: boolean }): string {
  return hasSubscription ? 'This ends the plan that they have.' : 'They have no plan that could end.';
}

function toFailure(problem: unknown) {
  if (!problem || isStepUpMissing(problem)) return null;
  return {
    title: 'Not activated',
    text: getMessage(problem, 'The plan could not be given. Please try again.'),
  };
}

type GivePlanFormProps = {
  /** The user's address; the form has a field for it when it is not given. */
  email?: string;
};

/** Gives a user a plan without charging anything: it is checked and confirmed first. */
export function GivePlanForm({ email }: GivePlanFormProps) {
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
      >
        <div
          className={
            isKnown ? 'grid gap-3' : 'grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4'
          }
        >
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
