import { lazyPart } from '../../../ui/lazy-part.tsx';

/** With the schemas of the form, which no page needs before it copies an automation. */
export const CopyIntoDraft = lazyPart(async () => (await import('./copy-into-draft.tsx')).CopyIntoDraft, {
  floats: true,
});
