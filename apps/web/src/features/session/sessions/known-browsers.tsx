import { type RecognizedDeviceView, recognizedDeviceEndpoints } from '@picksync/contracts';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { recognizedDevicesQuery, refreshSecurity } from '../../../api/security.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { formatAgoWithin, formatDay } from '../../../ui/dates.ts';
import { FoldedRows } from '../../../ui/folded-rows.tsx';
import { DeviceRow, sortDevices } from './device-row.tsx';

/** The recognized devices, folded: they are many, and seldom looked at. */
export function KnownBrowsersSection() {
  return (
    <FoldedRows
      name="known-browsers"
      title="Known browsers"
      detail="A sign-in from any other one is told by mail."
      rows={3}
    >
      <KnownBrowsers />
    </FoldedRows>
  );
}

/** The recognized devices, and how to sign them out and forget them, so that their next sign-in is reported by mail. */
function KnownBrowsers() {
  const browsers = useSuspenseQuery(recognizedDevicesQuery).data;
  const queryClient = useQueryClient();
  const now = useNow();
  const forget = useAction({
    send: (id: string) => call(recognizedDeviceEndpoints.forget, { params: { id } }),
    onDone: sayDone,
    failure: { text: 'The browser could not be forgotten.' },
    refresh: () => refreshSecurity(queryClient),
  });
  if (browsers.length === 0)
    return <SettingRow title="No browser yet" detail="The next one that you log in with is listed here." />;
  return sortDevices(browsers).map((browser) => (
    <DeviceRow
      key={browser.id}
      device={browser}
      detail={describeBrowser(browser, now)}
      label="Forget"
      action={forget}
    />
  ));
}

function describeBrowser({ createdAt, lastSignIn, network }: RecognizedDeviceView, now: Date): string {
  const last = `last sign-in ${formatAgoWithin(lastSignIn, now)}`;
  return `Known since ${formatDay(createdAt)}, ${last}${network ? `, from ${network}` : ''}`;
}
