import { lazy } from 'react';

const loadVerify = async () => (await import('./verify-panel.tsx')).VerifyPanel;
const loadNeeded = async () => (await import('./verification-needed-panel.tsx')).VerificationNeededPanel;

/** What may follow a first answer of the server is not needed to show the form. */
export const VerifyPanel = lazy(async () => ({ default: await loadVerify() }));
export const VerificationNeededPanel = lazy(async () => ({ default: await loadNeeded() }));

/** Fetches them while the form is being filled in, so that they are there when they are needed. */
export const preloadNextSteps = (): void => {
  // What cannot be fetched now is asked for again when it is needed, and its absence shows then.
  Promise.all([loadVerify(), loadNeeded()]).catch(() => undefined);
};
