import { connectionEndpoints, defaultRegion, type Region } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Card } from '@picksync/ui/card.tsx';
import { StillComing } from '@picksync/ui/skeleton.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye, type LucideIcon, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { getRefusal, statsQuery } from '../../api/stats.queries.ts';
import { tryAgain } from '../../api/use-action.ts';
import { useConnectFocus } from '../../stores/connect-focus.ts';
import { showToast } from '../../stores/toast.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { sleep } from '../../ui/sleep.ts';
import { RegionPicker } from './region-picker.tsx';

/** Folded, and for the operator alone. */
const ConnectHelp = lazyPart(async () => (await import('./connect-help.tsx')).ConnectHelp, {
  isLate: true,
  pending: <StillComing />,
});

/** The first step of a new user: to allow access to Smartsheet. Below it, folded, help for the operator of this site. */
export function ConnectPanel({ reconnect }: { reconnect: boolean }) {
  const { data: stats } = useQuery(statsQuery);
  return (
    <div className="grid max-w-[44rem] gap-4">
      <ConnectCard
        title={reconnect ? 'Reconnect your Smartsheet account' : 'Connect your Smartsheet account'}
        text={reconnect ? `${getRefusal(stats)} Nothing is synced until you reconnect.` : null}
        label={reconnect ? 'Reconnect' : 'Connect'}
      >
        {!reconnect && <ComingSteps />}
        <WhatIsAllowed />
      </ConnectCard>
      <ConnectHelp redirectAddress={`${window.location.origin}/api/auth/callback`} />
    </div>
  );
}

/** Above the automations of a user who was connected: the button to reconnect. */
export function ReconnectPanel({ isRefused }: { isRefused: boolean }) {
  const { data: stats } = useQuery(statsQuery);
  const reason = isRefused ? getRefusal(stats) : 'Smartsheet is not connected.';
  return (
    <ConnectCard
      title={isRefused ? 'Reconnect your Smartsheet account' : 'Reconnect to go on'}
      text={`${reason} Your automations are kept and go on once you reconnect.`}
      label="Reconnect"
    />
  );
}

type ConnectCardProps = { title: string; text: string | null; label: string; children?: ReactNode };

/** What there is to know before, and in its last line the region and the button. */
function ConnectCard({ title, text, label, children }: ConnectCardProps) {
  return (
    <Card className="p-0!">
      <div className="grid gap-1.5 p-5">
        <h2 className="text-lg font-bold tracking-[-0.008em]">{title}</h2>
        {text !== null && <p className="max-w-[72ch] text-ink-2">{text}</p>}
      </div>
      {children}
      <ConnectForm label={label} />
    </Card>
  );
}

const comingSteps = [
  ['Log in at Smartsheet', 'On its own page. Picksync never sees your password.'],
  ['Allow access', 'You can take it back at any time, here or in Smartsheet.'],
  ['Choose a column and a dropdown', 'You see what would change before anything is written.'],
] as const;

function ComingSteps() {
  return (
    <ol className="grid gap-3 px-5 pb-5">
      {comingSteps.map(([title, detail], index) => (
        <li key={title} className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3">
          <span
            aria-hidden="true"
            className="tabular grid size-6 place-items-center rounded-full bg-accent-soft text-xs font-semi text-accent forced-colors:border"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <p className="text-sm font-semi">{title}</p>
            <p className="text-sm text-ink-2">{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function WhatIsAllowed() {
  return (
    <div className="grid border-t border-line sm:grid-cols-2">
      <Allowed icon={Eye} title="Read" what="The columns you choose">
        And the names of your sheets and columns. Values are read for each sync and never stored. Smartsheet
        tells us when a chosen sheet changes.
      </Allowed>
      <Allowed icon={Pencil} title="Written" what="The options of the dropdowns you choose">
        No cell, row, formula or sharing is changed, unless you choose two-way or let names follow.
      </Allowed>
    </div>
  );
}

type AllowedProps = { icon: LucideIcon; title: string; what: string; children: ReactNode };

function Allowed({ icon: Icon, title, what, children }: AllowedProps) {
  return (
    <div className="grid content-start gap-1 border-line p-5 not-first:max-sm:border-t not-first:sm:border-s">
      <h3 className="flex items-center gap-2 text-xs font-semi text-ink-3">
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {title}
      </h3>
      <p className="text-sm font-semi">{what}</p>
      <p className="text-sm text-ink-2">{children}</p>
    </div>
  );
}

/** The region in one line, which *change* opens to a choice, and the button. */
function ConnectForm({ label }: { label: string }) {
  const { smartsheetRegion } = useAuthStatus();
  const [region, setRegion] = useState<Region>(smartsheetRegion ?? defaultRegion);
  const connect = useConnect();
  const button = useConnectFocus();
  const isOnTheWay = connect.isPending || connect.isSuccess;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line p-5">
      <RegionPicker region={region} onChange={setRegion} />
      <Button
        ref={button}
        variant="primary"
        size="lg"
        className="max-sm:w-full"
        pending={isOnTheWay}
        onClick={() => connect.mutate(region)}
      >
        {isOnTheWay ? 'Connecting...' : label}
      </Button>
      {isOnTheWay && (
        <p role="status" className="w-full text-xs text-ink-3">
          Smartsheet opens in this window. You come back here by yourself.
        </p>
      )}
    </div>
  );
}

/** For how long the button says that it connects before the page is left. */
const shownForMs = 1000;

async function authUrlFor(region: Region): Promise<string> {
  const { authUrl } = await call(connectionEndpoints.start, { query: { region } }).catch((cause) => {
    throw new Error('Failed to initiate Smartsheet connection', { cause });
  });
  if (!authUrl) throw new Error('Invalid response from Smartsheet auth endpoint');
  return authUrl;
}

/** Sends the browser to Smartsheet, where access is allowed or denied. It stays pending until the page is left. */
function useConnect() {
  const connect = useMutation({
    mutationFn: async (region: Region) => {
      const authUrl = await authUrlFor(region);
      await sleep(shownForMs);
      window.location.assign(authUrl);
    },
    onError: (_problem, region) =>
      showToast({
        tone: 'bad',
        title: 'Connection failed',
        description: 'Could not connect to Smartsheet. Please try again.',
        action: tryAgain((): void => connect.mutate(region)),
      }),
  });
  return connect;
}
