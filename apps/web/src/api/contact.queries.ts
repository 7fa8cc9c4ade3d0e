import { contactEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

export const contactQuery = query(contactEndpoints.read, {});
