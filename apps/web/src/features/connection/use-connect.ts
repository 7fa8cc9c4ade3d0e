import { connectionEndpoints, type Region } from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { showToast } from '../../stores/toast.ts';

const restMs = 1000;

async function authUrlFor(region: Region): Promise<string> {
  const { authUrl } = await call(connectionEndpoints.start, { query: { region } }, { quiet: true }).catch(
    (cause) => {
      throw new Error('Failed to initiate Smartsheet connection', { cause });
    },
  );
  if (!authUrl) throw new Error('Invalid response from Smartsheet auth endpoint');
  return authUrl;
}

/** Sends the browser to Smartsheet, where access is allowed or denied. It stays pending until the page is left. */
export function useConnect(leaveTo: (url: string) => void = (url) => window.location.assign(url)) {
  return useMutation({
    mutationFn: async (region: Region) => {
      const authUrl = await authUrlFor(region);
      await new Promise((resolve) => setTimeout(resolve, restMs));
      leaveTo(authUrl);
    },
    onError: () =>
      showToast({
        tone: 'bad',
        title: 'Connection failed',
        description: 'Could not connect to Smartsheet. Please try again.',
      }),
  });
}
