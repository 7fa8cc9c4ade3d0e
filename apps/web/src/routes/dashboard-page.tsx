import { connectOutcomes } from '@picksync/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAuthStatus } from '../api/session.queries.ts';
import { useConnectionCheck } from '../features/connection/use-connection-check.ts';
import { hasDraft } from '../stores/drafts.ts';
import { showToast } from '../stores/toast.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { NewConfiguration } from './new-configuration.tsx';
import { AppShell } from './shell/app-shell.tsx';
import { focusNewConfiguration, focusOnceShown } from './use-heading-focus.ts';

export function DashboardPage() {
  useArrivalNotices();
  useConnectionCheck();
  return (
    <AppShell isWide>
      <DashboardSection />
      {/* Beside them, so that it stays as it is when the connection goes or comes. */}
      <NewConfiguration />
    </AppShell>
  );
}

const { connected, unlicensed, other_account, earlier_account, denied, kept, ...failures } = connectOutcomes;

/** What is said for each outcome. Anybody can write a link, so the text in `message` is never shown. */
const notices = new Map<string, Parameters<typeof showToast>[0]>([
  ...Object.entries(failures).map(
    ([outcome, description]) => [outcome, { tone: 'bad', title: 'Connection failed', description }] as const,
  ),
  ['connected', { title: connected }],
  ['unlicensed', { tone: 'neutral', title: connected, description: unlicensed }],
  ['other_account', { tone: 'neutral', title: 'Another Smartsheet account', description: other_account }],
  ['earlier_account', { title: connected, description: earlier_account }],
  ['kept', { tone: 'neutral', title: 'Nothing has changed', description: kept }],
  ['denied', { tone: 'neutral', title: denied, description: 'Connect again when you are ready.' }],
]);

const verified = {
  success: { title: 'Email verified' },
  error: {
    tone: 'bad',
    title: 'Verification failed',
    description: 'The verification link may have expired or is invalid.',
  },
} as const;

/**
 * Shows the outcome of coming back from Smartsheet or from a mail, and removes it from the address. The form that was open
 * when the connection was lost is open again.
 */
function useArrivalNotices(): void {
  const navigate = useNavigate();
  const userId = useAuthStatus().user?.id ?? '';
  // `useSearch` also returns what the route's validation drops.
  const { connection, verification, message } = dashboardSearch(useSearch({ strict: false }));
  const arrived = connection !== undefined || verification !== undefined || message !== undefined;
  useEffect(() => {
    if (!arrived) return;
    const notice = notices.get(connection ?? '');
    if (notice) showToast(notice);
    if (verification) showToast(verified[verification]);
    const isBack =
      connection === 'connected' || connection === 'unlicensed' || connection === 'earlier_account';
    const isFormOpen = isBack && hasDraft(userId, 'new');
    const search = isFormOpen ? ({ dialog: 'new-configuration' } as const) : {};
    void navigate({ to: '/dashboard', search, replace: true });
    // The page was opened anew: nothing has the focus, and this is what comes next.
    if (isBack && !isFormOpen) focusOnceShown(focusNewConfiguration);
  }, [arrived, connection, verification, userId, navigate]);
}
