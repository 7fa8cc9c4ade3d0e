import type { SandboxDeps } from '../deps.ts';
import { paymentFaultsOf } from '../payments/payment-faults.ts';
import { withParams } from '../payments/urls.ts';
import type { Payer, Subscription } from './paypal.model.ts';
import { approveSubscription } from './subscription.billing.ts';

/** The person who pays where the app did not say who. */
const usualBuyer = { email: 'buyer@personal.example', givenName: 'Robin', surname: 'Buyer' };

export function payerOf({ payer, subscriberEmail, id }: Subscription): Payer {
  return (
    payer ?? {
      ...usualBuyer,
      email: subscriberEmail ?? usualBuyer.email,
      payerId: `${id.replace('I-', '')}P`,
    }
  );
}

/** Returns where PayPal sends a payer who agreed. The three parameters are all it tells; nothing in them is a proof. */
export function returnAddress({ returnUrl, id, approvalToken }: Subscription): string {
  return withParams(returnUrl, {
    subscription_id: id,
    ba_token: approvalToken,
    token: approvalToken.replace('BA-', ''),
  });
}

/**
 * Carries out what the payer decided and returns where the browser goes next. Deciding again changes nothing. With the
 * fault `before_return` the events have been answered when this resolves.
 */
export async function decideSubscription(
  deps: SandboxDeps,
  subscription: Subscription,
  decision: 'approve' | 'cancel',
): Promise<string> {
  const { cancelUrl, approvalToken: ba_token } = subscription;
  if (decision === 'cancel') return withParams(cancelUrl, { ba_token, token: ba_token.replace('BA-', '') });
  if (subscription.status === 'APPROVAL_PENDING') {
    const notices = approveSubscription(deps, subscription, payerOf(subscription));
    deps.changes.announce({ payments: true });
    const told = Promise.all(notices.map(deps.notify));
    const { events } = paymentFaultsOf(deps.faults.current.payments, 'paypal');
    if (events === 'before_return') await told;
  }
  return returnAddress(subscription);
}
