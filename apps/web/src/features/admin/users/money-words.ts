import type { AdminUserDetail } from '../../../api/admin.queries.ts';
import { formatAmount } from '../../../ui/amounts.ts';
import { formatDay } from '../../../ui/dates.ts';

/** Returns what disabling an account means for payments, in one sentence. */
export function moneyWhenDisabled({ current: { subscription, plan, pending } }: AdminUserDetail): string {
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
export function moneyWhenEnabled({ current: { subscription, plan } }: AdminUserDetail): string {
  if (subscription?.status === 'cancelled' && plan)
    return `${plan.name} does not renew: it ends on ${formatDay(subscription.current_period_end)}, unless the owner resumes it before.`;
  return subscription
    ? ''
    : 'A plan that ended meanwhile does not come back: the owner has to subscribe again.';
}
