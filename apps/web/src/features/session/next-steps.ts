import { lazy } from 'react';

async function loadVerify() {
  return (await import('./verify-panel.tsx')).VerifyPanel;
}
async function loadNeeded() {
  return (await import('./verification-needed-panel.tsx')).VerificationNeededPanel;
}

/** The steps after the first reply of the server. The form can be shown without them, so they are loaded later. */
export const VerifyPanel = lazy(async () => ({ default: await loadVerify() }));
export const VerificationNeededPanel = lazy(async () => ({ default: await loadNeeded() }));

/** Loads the next steps while the form is being filled in. */
export function preloadNextSteps(): void {
  // What cannot be fetched now is asked for again when it is needed, and its absence shows then.
  Promise.all([loadVerify(), loadNeeded()]).catch(() => undefined);
}
