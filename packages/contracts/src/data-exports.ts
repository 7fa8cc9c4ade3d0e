import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, idField, idParams, isoTime } from './fields.ts';

/** A copy of everything that is stored about a person, as one JSON file. */
export const dataExport = z.object({
  id: idField,
  state: z.enum(['making', 'ready', 'failed']),
  createdAt: isoTime,
  /** Until when it can be fetched. */
  expiresAt: isoTime,
  bytes: count,
});

export type DataExport = z.output<typeof dataExport>;

export const dataExportEndpoints = {
  /** The newest copy that is there or being made; null when there is none. */
  read: endpoint('GET', '/api/account/export', {
    reply: z.object({ export: dataExport.nullable() }),
    access: 'user',
  }),
  /** Starts to make a copy of the account's data. Returns the copy that is already being made, if there is one. */
  create: endpoint('POST', '/api/account/export', {
    reply: dataExport,
    access: 'user',
    stepUp: 'recent',
    rate: 'strict',
  }),
  /** Returns the URL of the file, for a user who has proved a short time ago who they are. */
  open: endpoint('GET', '/api/account/exports/:id', {
    params: idParams,
    reply: z.object({ path: z.string() }),
    access: 'user',
    stepUp: 'recent',
  }),
  /** The file itself; the browser navigates here. */
  file: endpoint('GET', '/api/account/exports/:id/file', {
    params: idParams,
    reply: z.unknown(),
    access: 'user',
    stepUp: 'recent',
    raw: 'redirect',
    isFile: true,
    failTo: '/settings#export',
  }),
};
