import { type ConnectOutcome, connectOutcomes } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { showToast } from '../stores/toast.ts';
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts';

function isOutcome(value: string): value is ConnectOutcome {
  return Object.hasOwn(connectOutcomes, value);
}

/** Anybody can write a link, so the text of `message` is never shown: the outcome decides the words. */
function sayHow({ connection, verification }: DashboardSearch): void {
  if (connection === 'connected') showToast({ title: connectOutcomes.connected });
  else if (connection === 'other_account') {
    const description = connectOutcomes.other_account;
    showToast({ tone: 'neutral', title: 'Another Smartsheet account', description });
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

/** Says how coming back from Smartsheet or from a mail ended, and takes it out of the address. */
export function useArrivalNotices(): void {
  const navigate = useNavigate();
  // What the route's own validation drops is handed on here all the same.
  const { connection, verification, message } = dashboardSearch(useSearch({ strict: false }));
  const arrived = connection !== undefined || verification !== undefined || message !== undefined;
  useEffect(() => {
    if (!arrived) return;
    sayHow({ ...(connection && { connection }), ...(verification && { verification }) });
    void navigate({ to: '/dashboard', replace: true });
  }, [arrived, connection, verification, navigate]);
}
