import { Card } from '@picksync/ui/card.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const form = <Skeleton className="mx-5 mb-5 h-28" />;

const head = <Skeleton className="m-5 h-6 w-72 max-w-[80%]" />;

// Most who open the dashboard are connected.
export const ConnectPanel = lazyPart(async () => (await import('./connect-panel.tsx')).ConnectPanel, {
  pending: (
    <Card className="max-w-[44rem] p-0!">
      {head}
      <Skeleton className="mx-5 mb-5 h-40" />
      {form}
    </Card>
  ),
});
export const ReconnectPanel = lazyPart(async () => (await import('./connect-panel.tsx')).ReconnectPanel, {
  pending: (
    <Card className="p-0!">
      {head}
      {form}
    </Card>
  ),
});
