import { proofEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/**
 * The ways in which the user can prove who they are. Fetched each time, because they change when factors are added or
 * removed.
 */
export const proofMethodsQuery = { ...query(proofEndpoints.methods, {}), staleTime: 0, gcTime: 0 };
