import { savedViewEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** The views of the list that the user has given names. */
export const savedViewsQuery = query(savedViewEndpoints.list, {});
