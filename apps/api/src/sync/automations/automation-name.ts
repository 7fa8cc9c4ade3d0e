import { maxAutomationNameLength } from '@picksync/contracts';

/** Returns the name of an automation that nobody has named; cut where it is too long, but not within a character. */
export function toAutomationName(source: string, destination: string): string {
  const name = `${source} into ${destination}`.slice(0, maxAutomationNameLength);
  return name.replace(/\p{Surrogate}$/u, '').trim();
}
