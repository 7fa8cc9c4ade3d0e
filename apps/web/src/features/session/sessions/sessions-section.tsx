import {
  type RecognizedDeviceView,
  recognizedDeviceEndpoints,
  type SessionView,
  sessionEndpoints,
} from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { call } from '../../../api/call.ts';
import { recognizedDevicesQuery, refreshSecurity, sessionsQuery } from '../../../api/security.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { formatAgo, formatDay } from '../../../ui/dates.ts';

/** Returns what ends one session or all others, or forgets a browser, and what follows each of them. */
function useEnding() {
  const queryClient = useQueryClient();
  const ended = { onDone: sayDone, refresh: () => refreshSecurity(queryClient) };
  const one = useAction({
    ...ended,
    send: (id: string) => call(sessionEndpoints.end, { params: { id } }),
    failure: { text: 'The session could not be ended.' },
  });
  const others = useAction({
    ...ended,
    send: () => call(sessionEndpoints.endOthers, {}),
    ask: () => ({
      title: 'End all other sessions?',
      description: 'Every other browser has to log in again. This one stays logged in.',
      confirmLabel: 'End them',
      destructive: true,
    }),
    failure: { text: 'The session could not be ended.' },
  });
  const forget = useAction({
    ...ended,
    send: (id: string) => call(recognizedDeviceEndpoints.forget, { params: { id } }),
    failure: { text: 'The browser could not be forgotten.' },
  });
  return { one, others, forget };
}

type Device = Pick<SessionView & RecognizedDeviceView, 'id' | 'device' | 'isMobile' | 'isCurrent'>;

type DeviceRowProps = {
  device: Device;
  detail: string;
  /** What can be done with any other browser. */
  label: 'End' | 'Forget';
  action: { isPending: boolean; variables: string | undefined; run: (id: string) => void };
};

function DeviceRow({ device: { id, device, isMobile, isCurrent }, detail, label, action }: DeviceRowProps) {
  const Icon = isMobile ? Smartphone : Monitor;
  return (
    <SettingRow
      icon={<Icon aria-hidden="true" />}
      title={device}
      badge={isCurrent && <Badge tone="good">This browser</Badge>}
      detail={detail}
      action={
        !isCurrent && (
          <Button
            aria-label={`${label} ${device}`}
            pending={action.isPending && action.variables === id}
            onClick={() => action.run(id)}
          >
            {label}
          </Button>
        )
      }
    />
  );
}

/** This browser comes first, to compare the others with. */
function sortDevices<D extends Device>(devices: D[]): D[] {
  return devices.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The sessions of the user, and how to end them. */
export function SessionsSection() {
  const sessions = useSuspenseQuery(sessionsQuery).data;
  const { one, others } = useEnding();
  const now = useNow();
  return (
    <>
      {sortDevices(sessions).map((session) => (
        <DeviceRow
          key={session.id}
          device={session}
          detail={describeSession(session, now)}
          label="End"
          action={one}
        />
      ))}
      {sessions.length > 1 && (
        <div className="border-t border-line px-2.5 py-2 md:px-3.5">
          <Button
            variant="quiet"
            className="text-bad"
            pending={others.isPending}
            onClick={() => others.run()}
          >
            End all other sessions
          </Button>
        </div>
      )}
    </>
  );
}

function describeSession({ createdAt, lastSeenAt, network, isCurrent }: SessionView, now: Date): string {
  const since = `Since ${formatDay(createdAt)}`;
  const seen = isCurrent ? '' : `, last active ${formatAgo(lastSeenAt, now).toLowerCase()}`;
  return `${since}${seen}${network ? `, from ${network}` : ''}`;
}

/** The recognized devices, and how to sign them out and forget them, so that their next sign-in is reported by mail. */
export function RecognizedDevicesSection() {
  const browsers = useSuspenseQuery(recognizedDevicesQuery).data;
  const { forget } = useEnding();
  const now = useNow();
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
  const last = `last sign-in ${formatAgo(lastSignIn, now).toLowerCase()}`;
  return `Known since ${formatDay(createdAt)}, ${last}${network ? `, from ${network}` : ''}`;
}
