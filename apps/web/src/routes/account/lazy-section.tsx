import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import type { ComponentType, FunctionComponent } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PanelBoundary } from '../../ui/panel-boundary.tsx';

/**
 * Returns a section whose code is a file of its own; it shows as many rows as it usually has as a skeleton while it is
 * loading, and fails by itself.
 */
export function lazySection(load: () => Promise<ComponentType>, rows = 1): FunctionComponent {
  return lazyPart(
    async () => {
      const Rows = await load();
      return function Section() {
        return (
          <PanelBoundary
            skeleton={<SettingsSkeleton rows={rows} />}
            failure={(retry) => (
              <ErrorState message="This could not be loaded. Please try again." onRetry={retry} />
            )}
          >
            <Rows />
          </PanelBoundary>
        );
      };
    },
    { pending: <SettingsSkeleton rows={rows} /> },
  );
}
