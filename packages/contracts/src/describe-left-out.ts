import { pluralize } from './pluralize.ts';

/** Returns how many contacts a run left out because they have no address, as a sentence. */
export function describeLeftOut(withoutAddress: number): string {
  return `${pluralize(withoutAddress, 'contact without an address was', 'contacts without an address were')} left out.`;
}
