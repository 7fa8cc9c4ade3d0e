import { lazyPart } from '../../ui/lazy-part.tsx';

export const LiveUpdates = lazyPart(async () => (await import('./live-updates.tsx')).LiveUpdates, {
  isLate: true,
});
