import { statsEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

export const statsQuery = query(statsEndpoints.read, {});
