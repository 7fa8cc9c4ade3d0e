import { automationEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/**
 * One read of a source with a result for each dropdown. It does not change any more, apart from what later runs add.
 */
export function passQuery(id: string) {
  return query(automationEndpoints.pass, { params: { id } });
}
