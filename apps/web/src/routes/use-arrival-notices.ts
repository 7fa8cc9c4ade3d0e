import { type ConnectOutcome, connectOutcomes } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAuthStatus } from '../api/session.queries.ts';
import { hasDraft } from '../stores/drafts.ts';
import { showToast } from '../stores/toast.ts';
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts';

function isOutcome(value: string): value is ConnectOutcome {
  return Object.hasOwn(connectOutcomes, value);
}

/** Shows a message for the outcome. Anybody can write a link, so the text in `message` is never shown. */
function sayHow({ connection, verification }: DashboardSearch): void {
  if (connection === 'connected') showToast({ title: connectOutcomes.connected });
  else if (connection === 'unlicensed') {
    const description = connectOutcomes.unlicensed;
    showToast({ tone: 'neutral', title: connectOutcomes.connected, description });
  } else if (connection === 'other_account') {
    const description = connectOutcomes.other_account;
    showToast({ tone: 'neutral', title: 'Another Smartsheet account', description });
  } else if (connection === 'earlier_account') {
    showToast({ title: connectOutcomes.connected, description: connectOutcomes.earlier_account });
  } else if (connection === 'denied') {
    const description = 'Connect again when you are ready.';
    showToast({ tone: 'neutral', title: connectOutcomes.denied, description });
  } else if (connection !== undefined && isOutcome(connection)) {
    showToast({ tone: 'bad', title: 'Connection failed', description: connectOutcomes[connection] });
  }
  if (verification === 'success') showToast({ title: 'Email verified' });
  else if (verification === 'error') {
    const description = 'The verification link may have expired or is invalid.';
    showToast({ tone: 'bad', title: 'Verification failed', description });
  }
}

/**
 * Shows the outcome of coming back from Smartsheet or from a mail, and removes it from the address. The form that was open
 * when the connection was lost is open again.
 */
export function useArrivalNotices(): void {
  const navigate = useNavigate();
  const userId = useAuthStatus().user?.id ?? '';
  // `useSearch` also returns what the route's validation drops.
  const { connection, verification, message } = dashboardSearch(useSearch({ strict: false }));
  const arrived = connection !== undefined || verification !== undefined || message !== undefined;
  useEffect(() => {
    if (!arrived) return;
    sayHow({ ...(connection && { connection }), ...(verification && { verification }) });
    const isBack =
      connection === 'connected' || connection === 'unlicensed' || connection === 'earlier_account';
    const search = isBack && hasDraft(userId, 'new') ? ({ dialog: 'new-configuration' } as const) : {};
    void navigate({ to: '/dashboard', search, replace: true });
  }, [arrived, connection, verification, userId, navigate]);
}
