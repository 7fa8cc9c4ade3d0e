import '../../../api/zod-without-eval.ts';
import {
  activateSubscriptionBody,
  adminEndpoints,
  adminUserEndpoints,
  reasonField,
} from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod';
import { type AdminUserDetail, useRefreshAdmin, userQuery } from '../../../api/admin.queries.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { checkBodyWith } from '../../../api/check-with.ts';
import { type Plan, plansQuery } from '../../../api/subscription.queries.ts';
import { sayDone } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { toNumber } from '../admin-words.ts';

type Body = z.output<typeof activateSubscriptionBody>;

/** The gift to be confirmed: the user, the plan and the request. */
export type PlanGift = { user: AdminUserDetail; plan: Plan; body: Body };

/** The form's own shape: a select and an input that may stay empty. */
type Typed = { userEmail: string; planId: string; customPaymentId: string; reason: string };

function toBody({ planId, customPaymentId, ...typed }: Typed) {
  return {
    ...typed,
    planId: toNumber(planId),
    ...(customPaymentId.trim() && { customPaymentId: customPaymentId.trim() }),
  };
}

const check = checkBodyWith<Typed>(activateSubscriptionBody.extend({ reason: reasonField }), toBody);

/** The state of giving a plan: what is typed is checked and looked up, then repeated for confirmation (`gift`), and given by `give`. */
export function useGivePlan(email: string | undefined) {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  const [gift, setGift] = useState<PlanGift | null>(null);
  const empty: Typed = { userEmail: email ?? '', planId: '', customPaymentId: '', reason: '' };
  const { form, field, shell } = useDialogForm({
    defaultValues: empty,
    check,
    send: async (typed): Promise<void> => {
      const body = activateSubscriptionBody.parse(toBody(typed));
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
    mutationFn: ({ body }: PlanGift) => call(adminEndpoints.activateSubscription, { body }, { quiet: true }),
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
  const users = await call(
    adminUserEndpoints.list,
    { query: { search: email, limit: 100 } },
    { quiet: true },
  );
  return users.find((user) => user.email === email)?.id;
}
