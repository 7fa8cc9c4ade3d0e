import { lazyPart } from '../../ui/lazy-part.tsx';

/** Nothing of it is seen: the page need not wait for it. */
export const LiveUpdates = lazyPart(async () => (await import('./live-updates.tsx')).LiveUpdates);
