import { type KnownBrowserView, knownBrowserEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { knownBrowsersQuery, refreshSecurity } from '../../../api/security.queries.ts';
import { showToast } from '../../../stores/toast.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';
import { sayWhatFailed } from '../say-what-failed.ts';

/** The known browsers, and how to forget them. */
export function KnownBrowsersSection() {
  const browsers = useSuspenseQuery(knownBrowsersQuery).data;
  const forgetting = useForgetting();
  const now = useNow();
  if (browsers.length === 0)
    return <SettingRow title="No browser yet" detail="The next one that you log in with is listed here." />;
  return browsers
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
    .map((browser) => (
      <SettingRow
        key={browser.id}
        icon={browser.isMobile ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
        title={browser.device}
        badge={browser.isCurrent && <Badge tone="good">This browser</Badge>}
        detail={describeDetail(browser, now)}
        action={
          !browser.isCurrent && (
            <Button
              aria-label={`Forget ${browser.device}`}
              pending={forgetting.isPending && forgetting.variables === browser.id}
              onClick={() => forgetting.mutate(browser.id)}
            >
              Forget
            </Button>
          )
        }
      />
    ));
}

function describeDetail({ createdAt, lastSignIn, network }: KnownBrowserView, now: Date): string {
  const last = `last sign-in ${formatAgo(lastSignIn, now).toLowerCase()}`;
  return `Known since ${formatDay(createdAt)}, ${last}${network ? `, from ${network}` : ''}`;
}

/** Returns a mutation that signs out a browser and forgets it, so that its next sign-in is reported by mail. */
function useForgetting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(knownBrowserEndpoints.forget, { params: { id } }, { quiet: true }),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (problem) => sayWhatFailed(problem, 'The browser could not be forgotten.'),
    onSettled: () => refreshSecurity(queryClient),
  });
}
