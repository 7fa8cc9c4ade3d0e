import { lazyPart } from '../../ui/lazy-part.tsx';

// Few accounts lack a license.
export const NoLicense = lazyPart(async () => (await import('./no-license.tsx')).NoLicense);
