import { Card } from '@picksync/ui/card.tsx';
import { Skeleton } from '@picksync/ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const form = (
  <div className="grid gap-4 border-t border-line p-5">
    <Skeleton className="h-5 w-64 max-w-full" />
    <Skeleton className="h-10 w-28" />
  </div>
);

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
