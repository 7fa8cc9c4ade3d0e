import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plansQuery } from '../../../api/subscription.queries.ts';
import { GivePlanDialog } from './give-plan-dialog.tsx';
import { useGivePlan } from './use-give-plan.ts';

type GivePlanFormProps = {
  /** The user's address; the form has a field for it when it is not given. */
  email?: string;
  /** Another button, on the left of the footer. */
  aside?: ReactNode;
};

/** Gives a user a plan without charging anything: it is checked and confirmed first. */
export function GivePlanForm({ email, aside }: GivePlanFormProps) {
  const { form, getError, shell, gift, forget, give } = useGivePlan(email);
  const { data: plans } = useQuery(plansQuery);
  const isKnown = email !== undefined;
  return (
    <>
      <form
        noValidate
        aria-label={isKnown ? 'Plan by hand' : 'Admin Subscription Manager'}
        onSubmit={(event) => {
          event.preventDefault();
          if (!shell.pending) shell.onSubmit();
        }}
        className="grid gap-3"
      >
        <div className={isKnown ? 'grid gap-3' : 'grid gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4'}>
          {!isKnown && (
            <Field label="User email" error={getError('userEmail')}>
              {(control) => (
                <Input
                  {...control}
                  {...form.register('userEmail')}
                  type="email"
                  autoComplete="off"
                  spellCheck={false}
                />
              )}
            </Field>
          )}
          <Field label="Plan" error={getError('planId')}>
            {(control) => (
              <SelectInput {...control} {...form.register('planId')}>
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
            <Field
              label="Payment id"
              aside={<span className="text-xs text-ink-3">optional</span>}
              error={getError('customPaymentId')}
              hint="Of a payment that arrived by another way."
            >
              {(control) => (
                <Input
                  {...control}
                  {...form.register('customPaymentId')}
                  maxLength={128}
                  autoComplete="off"
                />
              )}
            </Field>
          )}
          <Field label="Reason" error={getError('reason')} hint="Kept in the audit log with your name.">
            {(control) => (
              <Input {...control} {...form.register('reason')} maxLength={300} autoComplete="off" />
            )}
          </Field>
        </div>
        {shell.error && (
          <Alert tone="bad" title={shell.error.title}>
            {shell.error.text}
          </Alert>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {aside && <div className="mr-auto -ml-3">{aside}</div>}
          <Button type="submit" variant="primary" pending={shell.pending} pendingLabel="Checking...">
            {isKnown ? 'Change plan' : 'Activate subscription'}
          </Button>
        </div>
      </form>
      {gift && <GivePlanDialog gift={gift} give={give} onClose={forget} />}
    </>
  );
}
