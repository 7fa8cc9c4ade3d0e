import { lazyPart } from '../../ui/lazy-part.tsx';

/** The results of a line, which nobody sees before a press. */
export const LineDetails = lazyPart(async () => (await import('./line-details.tsx')).LineDetails);
