import { proofEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** What the account can prove itself with. Asked anew each time: it changes where factors are added and removed. */
export const proofMethodsQuery = { ...query(proofEndpoints.methods, {}), staleTime: 0, gcTime: 0 };
