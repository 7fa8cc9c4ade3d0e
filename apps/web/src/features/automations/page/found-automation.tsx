import type { Automation } from '@picksync/contracts';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import type { ReactNode } from 'react';
import { useAutomation } from '../use-automation.ts';
import { AutomationSkeleton, DeletedAutomation, UnknownAutomation } from './page-states.tsx';

/** The automation that the address names, or why there is none. */
export function FoundAutomation({ id, show }: { id: string; show: (automation: Automation) => ReactNode }) {
  const found = useAutomation(id);
  switch (found.state) {
    case 'loading':
      return <AutomationSkeleton />;
    case 'unknown':
      return <UnknownAutomation />;
    case 'deleted':
      return <DeletedAutomation />;
    case 'failed':
      return <ErrorState message="This automation could not be loaded." onRetry={found.retry} />;
    case 'found':
      return show(found.automation);
  }
}
