import type { SandboxDeps } from '../deps.ts';
import { type Notice, tell } from '../payments/delivery.model.ts';
import { getPaymentFaults } from '../payments/payment-faults.ts';
import { withParams } from '../urls.ts';
import { subscriptionEvent } from './paypal.events.ts';
import type { Payer, Revision, Subscription } from './paypal.model.ts';
import { approveSubscription } from './subscription.billing.ts';
import { applyRevision } from './subscription.terms.ts';

/** The person who pays where the app did not say who. */
const usualBuyer = { email: 'buyer@personal.example', givenName: 'Robin', surname: 'Buyer' };

export function getPayer({ payer, subscriber, id }: Subscription): Payer {
  if (payer) return payer;
  const { email_address: email, name } = subscriber;
  return {
    email: email ?? usualBuyer.email,
    givenName: name?.given_name ?? usualBuyer.givenName,
    surname: name?.surname ?? usualBuyer.surname,
    // Thirteen letters and digits, none of which looks like another.
    payerId: `${id.replace('I-', '').replaceAll(/[01IO]/g, 'X')}P`,
  };
}

/**
 * Returns where PayPal sends a payer who agreed, or null where the app named no address. The three parameters are all it
 * tells; nothing in them is a proof.
 */
export function returnAddress(
  id: string,
  { returnUrl, approvalToken }: Pick<Revision, 'returnUrl' | 'approvalToken'>,
): string | null {
  if (returnUrl === null) return null;
  return withParams(returnUrl, {
    subscription_id: id,
    ba_token: approvalToken,
    token: approvalToken.replace('BA-', ''),
  });
}

/**
 * Carries out what the payer decided and returns where the browser goes next. Deciding again changes nothing.
 */
export async function decideSubscription(
  deps: SandboxDeps,
  subscription: Subscription,
  decision: 'approve' | 'cancel',
): Promise<string | null> {
  if (decision === 'cancel') return cancelAddress(subscription);
  if (subscription.status === 'APPROVAL_PENDING') {
    await inform(deps, approveSubscription(deps, subscription, getPayer(subscription)));
  }
  return returnAddress(subscription.id, subscription);
}

/** Carries out what the payer decided about a revision, and returns where the browser goes next. */
export async function decideRevision(
  deps: SandboxDeps,
  { subscription, revision }: { subscription: Subscription; revision: Revision },
  decision: 'approve' | 'cancel',
): Promise<string | null> {
  if (decision === 'cancel') return cancelAddress(revision);
  applyRevision(subscription, revision, deps.now().getTime());
  await inform(deps, [subscriptionEvent(deps, 'UPDATED', subscription)]);
  return returnAddress(subscription.id, revision);
}

function cancelAddress({
  cancelUrl,
  approvalToken: ba_token,
}: Pick<Revision, 'cancelUrl' | 'approvalToken'>): string | null {
  if (cancelUrl === null) return null;
  return withParams(cancelUrl, { ba_token, token: ba_token.replace('BA-', '') });
}

/** Sends the events. With the fault `before_return` they have been answered when this resolves. */
async function inform(deps: SandboxDeps, notices: Notice[]): Promise<void> {
  const told = tell(deps, notices);
  const { events } = getPaymentFaults(deps, 'paypal');
  if (events === 'before_return') await told;
}
