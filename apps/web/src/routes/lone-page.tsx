import type { Automation } from '@picksync/contracts';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FoundAutomation } from '../features/automations/page/found-automation.tsx';
import { LiveUpdates } from '../features/live/lazy-live-updates.tsx';
import { Brand } from '../ui/brand-mark.tsx';
import { Content } from './shell/content.tsx';

/** A page on which something of an automation is decided: nothing is beside it but a link back. */
export function LonePage({ show }: { show: (automation: Automation) => ReactNode }) {
  const { id = '' } = useParams({ strict: false });
  return (
    <div className="min-h-dvh bg-canvas">
      <LiveUpdates />
      <header className="flex min-h-[53px] items-center justify-between gap-4 border-b border-line bg-surface px-4 md:px-8">
        <Brand />
        <Link
          to="/automations/$id"
          params={{ id }}
          // Pages below a page do not count as that page.
          activeOptions={{ exact: true }}
          className="rounded-sm text-sm font-semi text-accent hover:underline"
        >
          Close
        </Link>
      </header>
      <Content className="max-w-[1184px] grid-cols-[minmax(0,1fr)] pb-16 md:gap-6">
        <FoundAutomation key={id} id={id} show={show} />
      </Content>
    </div>
  );
}
