import type { User } from '@picksync/contracts';
import { type PlanNames, useAuthStatus, usePlanNames } from './session.queries.ts';

/** Returns the reason, for the user, why a feature of Premium is not available; null when it is. */
function premiumReason(
  user: Pick<User, 'subscriptionTier' | 'subscriptionStatus'>,
  names: PlanNames,
): string | null {
  if (user.subscriptionTier === 'premium') return null;
  if (user.subscriptionStatus === 'trial')
    return `Part of ${names.premium}. The trial has the features of ${names.basic}.`;
  return `Part of ${names.premium}. You are on ${names[user.subscriptionTier]}.`;
}

/** Returns the same for the person who is signed in. */
export function usePremium(): string | null {
  const { user } = useAuthStatus();
  const names = usePlanNames();
  return user ? premiumReason(user, names) : null;
}
