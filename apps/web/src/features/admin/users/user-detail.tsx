import { Alert } from '@picksync/ui/alert.tsx';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { formatDay } from '../../../ui/dates.ts';
import { Facts } from '../facts.tsx';
import { GivePlanForm } from '../give-plan/give-plan-form.tsx';
import { DisableButton } from './disable-button.tsx';
import { userFacts } from './user-facts.ts';
import { UserPayments } from './user-payments.tsx';

export function UserDetail({ user }: { user: AdminUserDetail }) {
  return (
    <>
      {user.disabledAt && (
        <Alert tone="warn" title={`Disabled since ${formatDay(user.disabledAt)}`}>
          {user.disabledReason}
        </Alert>
      )}
      <Facts facts={userFacts(user)} />
      <UserPayments userId={user.id} />
      <section aria-labelledby="plan-by-hand" className="grid gap-3 border-t border-line pt-5">
        <h3 id="plan-by-hand" className="text-md font-semi">
          Plan by hand
        </h3>
        <GivePlanForm email={user.email} aside={<DisableButton user={user} />} />
      </section>
    </>
  );
}
