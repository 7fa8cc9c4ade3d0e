import { adminUserEndpoints } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { useState } from 'react';
import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay, formatMoment } from '../../../ui/dates.ts';
import { Facts } from '../admin-cells.tsx';
import { GivePlanForm } from '../give-plan/give-plan-form.tsx';
import { describeEnd, describeProvider } from '../give-plan/plan-texts.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { LookAtAccount } from './look-at-account.tsx';
import { describeAutomations, describeConnection } from './user-facts.ts';
import { UserPayments } from './user-payments.tsx';
import { UserSection } from './user-section.tsx';

const providers = { google: 'Google', microsoft: 'Microsoft' };

/** Returns the facts in the panel of a user. */
function userFacts(user: AdminUserDetail): [name: string, text: string][] {
  const { current, hasTwoFactor, signInProviders, createdAt, lastSeenAt, isVerified } = user;
  const facts: [string, string | null][] = [
    ['Paid by', describeProvider(current)],
    ['Period', describeEnd(current)],
    ['Smartsheet', describeConnection(user)],
    ['Automations', describeAutomations(user)],
    ['Email', isVerified ? 'Verified' : 'Not verified'],
    ['Two-factor', hasTwoFactor ? 'On' : 'Off'],
    ['Sign-in providers', signInProviders.map((name) => providers[name]).join(', ') || 'None'],
    ['Registered', formatDay(createdAt)],
    ['Last seen', lastSeenAt ? formatMoment(lastSeenAt) : 'Never'],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** Returns what disabling an account means for payments, in one sentence. */
function moneyWhenDisabled({ current: { subscription, plan, pending } }: AdminUserDetail): string {
  if (!subscription || !plan)
    return pending ? 'The open payment page is closed.' : 'Nothing is charged for it.';
  const { payment_provider: payee, status, price, currency, current_period_end: end } = subscription;
  const rest =
    end && new Date(end) > new Date() ? ` What is paid until ${formatDay(end)} is not given back.` : '';
  if (status === 'cancelled') return `${plan.name} is canceled already, so nothing more is charged.`;
  if (payee === 'paypal')
    return `PayPal is told at once to charge nothing more for ${plan.name} (${formatAmount(price, currency)} a month).${rest}`;
  if (payee === 'razorpay') return `${plan.name} is not renewed.${rest}`;
  return `Nothing is charged for ${plan.name}.`;
}

/** Returns what enabling an account does not bring back, in one sentence. */
function moneyWhenEnabled({ current: { subscription, plan } }: AdminUserDetail): string {
  if (subscription?.status === 'cancelled' && plan)
    return `${plan.name} does not renew: it ends on ${formatDay(subscription.current_period_end)}, unless the owner resumes it before.`;
  return subscription
    ? ''
    : 'A plan that ended meanwhile does not come back: the owner has to subscribe again.';
}

const words = {
  disable: {
    title: 'Disable',
    about:
      'All sessions and API keys end, automations are paused, and nobody can sign in until you enable the account. Nothing is deleted.',
    money: moneyWhenDisabled,
    submitLabel: 'Disable user',
    pendingLabel: 'Disabling...',
    failure: { title: 'Not disabled', text: 'The account could not be disabled. Please try again.' },
  },
  enable: {
    title: 'Enable',
    about: 'The owner can sign in again. What was paused stays so until they activate it.',
    money: moneyWhenEnabled,
    submitLabel: 'Enable user',
    pendingLabel: 'Enabling...',
    failure: { title: 'Not enabled', text: 'The account could not be enabled. Please try again.' },
  },
};

function DisableDialog({ user, onClose }: { user: AdminUserDetail; onClose: () => void }) {
  const act = user.disabledAt ? 'enable' : 'disable';
  const { title, about, money, ...labels } = words[act];
  return (
    <ReasonDialog
      {...labels}
      title={`${title} ${user.email}?`}
      description={`${about} ${money(user)}`.trim()}
      destructive={act === 'disable'}
      send={(body) => call(adminUserEndpoints[act], { params: { id: user.id }, body })}
      onClose={onClose}
    />
  );
}

/** Disables or enables an account. Administrators cannot disable their own. */
function Access({ user }: { user: AdminUserDetail }) {
  const { user: admin } = useAuthStatus();
  const [isOpen, setOpen] = useState(false);
  if (admin?.id === user.id) return null;
  return (
    <UserSection
      title="Access"
      text={
        user.disabledAt
          ? 'Nobody can sign in, and no automation runs.'
          : 'Disabled, nobody can sign in and no automation runs. Nothing is deleted.'
      }
      action={
        <Button className={user.disabledAt ? '' : 'text-bad!'} onClick={() => setOpen(true)}>
          {user.disabledAt ? 'Enable user' : 'Disable user'}
        </Button>
      }
    >
      {isOpen && <DisableDialog user={user} onClose={() => setOpen(false)} />}
    </UserSection>
  );
}

export function UserDetail({ user }: { user: AdminUserDetail }) {
  return (
    <>
      {user.disabledAt && (
        <Alert tone="warn" title={`Disabled since ${formatDay(user.disabledAt)}`}>
          {user.disabledReason}
        </Alert>
      )}
      <Facts facts={userFacts(user)} />
      <LookAtAccount user={user} />
      <UserPayments userId={user.id} />
      <section aria-labelledby="plan-by-hand" className="grid gap-3 border-t border-line pt-5">
        <h3 id="plan-by-hand" className="text-md font-semi">
          Plan by hand
        </h3>
        <GivePlanForm email={user.email} />
      </section>
      <Access user={user} />
    </>
  );
}
