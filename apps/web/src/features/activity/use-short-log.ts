import { useAuthStatus } from '../../api/session.queries.ts';

/** Returns whether the user has only the newest entries: on Free, without a trial. */
export function useShortLog(): boolean {
  const { user } = useAuthStatus();
  if (user?.subscriptionTier !== 'free') return false;
  const { subscriptionStatus, trialEndDate } = user;
  const mayBeTrial = subscriptionStatus === 'trial' || subscriptionStatus === 'pending';
  return !(mayBeTrial && trialEndDate !== null && new Date(trialEndDate) > new Date());
}
