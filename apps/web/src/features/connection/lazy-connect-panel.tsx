import { Card } from '@picksync/ui/card.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const options = {
  pending: (
    <Card className="grid gap-5 p-6!">
      <Skeleton className="h-6 w-72 max-w-full" />
      <Skeleton className="h-5 w-md max-w-full" />
      <Skeleton className="h-10 w-28" />
    </Card>
  ),
};

// Most who open the dashboard are connected.
export const ConnectPanel = lazyPart(async () => (await import('./connect-panel.tsx')).ConnectPanel, options);
export const ReconnectPanel = lazyPart(
  async () => (await import('./connect-panel.tsx')).ReconnectPanel,
  options,
);
