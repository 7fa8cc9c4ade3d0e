import { lazyPart } from '../../../ui/lazy-part.tsx';

export const ActivateDialog = lazyPart(async () => (await import('./activate-dialog.tsx')).ActivateDialog, {
  floats: true,
});
