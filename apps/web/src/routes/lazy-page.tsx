import { type ComponentType, type FunctionComponent, lazy, Suspense, useState } from 'react';
import { PagePending } from './page-pending.tsx';

export type LazyPage = FunctionComponent & { preload: () => Promise<void> };

/** A page in a file of its own. Preloaded it is there at once; else the pending page stands in until it is. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null;
  const preload = async () => {
    loaded = await load();
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  const Page = () => {
    // Decided once: changing from one to the other would mount the page anew.
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return (
      <Suspense fallback={<PagePending />}>
        <Shown />
      </Suspense>
    );
  };
  return Object.assign(Page, { preload });
}
