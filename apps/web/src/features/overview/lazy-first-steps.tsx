import { StillComing } from '@picksync/ui/skeleton.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

// Only those who are new see it.
export const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps, {
  pending: <StillComing />,
});
