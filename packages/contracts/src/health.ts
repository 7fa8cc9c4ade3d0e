import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const healthEndpoints = {
  /** 200 while the service can work; 503 `unavailable` while its database cannot be reached. */
  read: endpoint({
    method: 'GET',
    path: '/api/health',
    reply: z.object({ status: z.literal('ok'), version: z.string() }),
    access: 'public',
  }),
};
