import type { User } from '@picksync/contracts';
import { useAuthStatus } from './session.queries.ts';

/** Returns why a person cannot have what is part of Premium, fit to show; null for those who can. */
export function premiumReason(user: Pick<User, 'subscriptionTier' | 'subscriptionStatus'>): string | null {
  if (user.subscriptionTier === 'premium') return null;
  if (user.subscriptionStatus === 'trial') return 'Part of Premium. The trial has the features of Basic.';
  return `Part of Premium. You are on ${user.subscriptionTier === 'basic' ? 'Basic' : 'Free'}.`;
}

/** Returns the same for the person who is signed in. */
export function usePremium(): string | null {
  const { user } = useAuthStatus();
  return user ? premiumReason(user) : null;
}
