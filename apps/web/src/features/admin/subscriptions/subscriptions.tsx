import { subscriptionStatuses } from '@picksync/contracts';
import { SelectInput } from '@picksync/ui/select-input.tsx';
import { useState } from 'react';
import { PageHead } from '../../../ui/page-head.tsx';
import { AdminPanel } from '../admin-section.tsx';
import { GivePlanForm } from '../give-plan/give-plan-form.tsx';
import { SubscriptionList } from './subscription-list.tsx';
import { type Status, statusLooks } from './subscription-status.ts';

/** The states of a subscription; the others are states of a user. */
const shown = subscriptionStatuses.filter((status) => status !== 'trial' && status !== 'free');

/** The form that gives a plan by hand, and every subscription there is or was. */
export function Subscriptions() {
  const [status, setStatus] = useState<Status | ''>('');
  return (
    <>
      <PageHead title="Subscriptions" subtitle="What users pay for or were given, newest first." />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section
          aria-labelledby="subscription-manager"
          className="grid gap-4 rounded-lg border border-line bg-surface p-4 md:p-5"
        >
          <div>
            <h2 id="subscription-manager" className="text-lg font-bold tracking-[-0.008em]">
              Admin Subscription Manager
            </h2>
            <p className="text-xs text-ink-2">A plan for a month, without charging anything.</p>
          </div>
          <GivePlanForm />
        </section>
        <section aria-labelledby="all-subscriptions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 id="all-subscriptions" className="text-lg font-bold tracking-[-0.008em]">
              All subscriptions
            </h2>
            <SelectInput
              aria-label="Status"
              className="w-auto!"
              value={status}
              onChange={({ target }) => setStatus(shown.find((each) => each === target.value) ?? '')}
            >
              <option value="">Any status</option>
              {shown.map((each) => (
                <option key={each} value={each}>
                  {statusLooks[each].words}
                </option>
              ))}
            </SelectInput>
          </div>
          <AdminPanel>
            <SubscriptionList status={status} />
          </AdminPanel>
        </section>
      </div>
    </>
  );
}
