import * as z from 'zod';
import { endpoint } from './endpoint.ts';

export const openapiEndpoints = {
  /** All of these calls as OpenAPI 3.1, for tools. */
  read: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    reply: z.record(z.string(), z.unknown()),
    access: 'public',
  }),
};
