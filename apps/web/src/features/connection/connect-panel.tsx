import { connectionEndpoints, defaultRegion, type Region, regionNames, regions } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { Card } from '@picksync/ui/card.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { getRefusal, statsQuery } from '../../api/stats.queries.ts';
import { useConnectFocus } from '../../stores/connect-focus.ts';
import { showToast } from '../../stores/toast.ts';
import { ConnectHelp } from './connect-help.tsx';

/** The first step of a new user: to allow access to Smartsheet. Beside it, help for the operator of this site. */
export function ConnectPanel({ reconnect }: { reconnect: boolean }) {
  const { data: stats } = useQuery(statsQuery);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Card className="grid gap-5 p-6!">
        <span className="grid size-11 place-items-center rounded-lg bg-accent-soft text-accent">
          <Link2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </span>
        <div className="grid gap-1.5">
          <h2 className="text-lg font-bold tracking-[-0.008em]">
            {reconnect ? 'Reconnect your Smartsheet account' : 'Connect your Smartsheet account'}
          </h2>
          <p className="max-w-[56ch] text-ink-2">
            {reconnect
              ? `${getRefusal(stats)} Nothing is synced until you reconnect.`
              : 'You allow access in Smartsheet, on its own page. Picksync never sees your password, and stores no cell value.'}
          </p>
        </div>
        <ConnectForm label={reconnect ? 'Reconnect' : 'Connect'} />
      </Card>
      <ConnectHelp redirectAddress={`${window.location.origin}/api/auth/callback`} />
    </div>
  );
}

/** Above the automations of a user who was connected: the button to reconnect. */
export function ReconnectPanel({ isRefused }: { isRefused: boolean }) {
  const { data: stats } = useQuery(statsQuery);
  return (
    <Card className="grid gap-5 p-6!">
      <div className="grid gap-1.5">
        <h2 className="text-lg font-bold tracking-[-0.008em]">
          {isRefused ? 'Reconnect your Smartsheet account' : 'Reconnect to go on'}
        </h2>
        <p className="max-w-[72ch] text-ink-2">
          {isRefused ? getRefusal(stats) : 'Smartsheet is not connected.'} Your automations are kept and go on
          once you reconnect.
        </p>
      </div>
      <ConnectForm label="Reconnect" />
    </Card>
  );
}

function ConnectForm({ label }: { label: string }) {
  const id = useId();
  const { smartsheetRegion } = useAuthStatus();
  const [region, setRegion] = useState<Region>(smartsheetRegion ?? defaultRegion);
  const connect = useConnect();
  const button = useConnectFocus();
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">Where is your Smartsheet account?</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-2">
          {regions.map((option) => (
            <label
              key={option}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 pointer-coarse:min-h-11 rounded-md border border-line px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={id}
                value={option}
                checked={region === option}
                onChange={() => setRegion(option)}
                className="accent-accent outline-none"
              />
              {regionNames[option]}
            </label>
          ))}
        </div>
      </fieldset>
      <Button
        ref={button}
        variant="primary"
        size="lg"
        className="justify-self-start max-sm:w-full"
        pending={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate(region)}
      >
        {connect.isPending || connect.isSuccess ? 'Connecting...' : label}
      </Button>
    </div>
  );
}

const restMs = 1000;

async function authUrlFor(region: Region): Promise<string> {
  const { authUrl } = await call(connectionEndpoints.start, { query: { region } }).catch((cause) => {
    throw new Error('Failed to initiate Smartsheet connection', { cause });
  });
  if (!authUrl) throw new Error('Invalid response from Smartsheet auth endpoint');
  return authUrl;
}

/** Sends the browser to Smartsheet, where access is allowed or denied. It stays pending until the page is left. */
function useConnect() {
  return useMutation({
    mutationFn: async (region: Region) => {
      const authUrl = await authUrlFor(region);
      await new Promise((resolve) => setTimeout(resolve, restMs));
      window.location.assign(authUrl);
    },
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Connection failed',
        description: 'Could not connect to Smartsheet. Please try again.',
      }),
  });
}
