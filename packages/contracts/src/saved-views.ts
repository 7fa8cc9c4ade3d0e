import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, oneLine, requiredText } from './fields.ts';

/** What a list can be narrowed to, but for all; and its orders, but for the newest first. */
export const viewStates = ['needs-you', 'in-sync', 'paused'] as const;
export const viewOrders = ['name', 'last-update', 'state'] as const;

/** How long a search may be, and the keys of groups together: a link has to fit into a mail. */
export const viewTextMax = 200;
export const viewKeysMax = 1500;

const keys = z.string().max(viewKeysMax).optional();

/** The parameters of the address that a view stands for. */
const search = z.strictObject({
  q: z.string().trim().max(viewTextMax).regex(oneLine).optional(),
  state: z.enum(viewStates).optional(),
  by: z.enum(['source', 'one']).optional(),
  order: z.enum(viewOrders).optional(),
  /** Keys of groups that are open, closed, or shown as a whole, with commas between them. */
  open: keys,
  closed: keys,
  whole: keys,
});

const name = requiredText({ message: 'Please give the view a name', max: 60 }).regex(
  oneLine,
  'Please use one line',
);

/** A view of the list under a name. */
export const savedView = z.object({
  id: idField,
  name: z.string(),
  search,
  /** Whether the list opens with it. */
  isDefault: z.boolean(),
  createdAt: isoTime,
});

export type SavedView = z.output<typeof savedView>;

export const createSavedViewBody = z.strictObject({ name, search });

export const editSavedViewBody = z.strictObject({
  name: name.optional(),
  search: search.optional(),
  isDefault: z.boolean().optional(),
});

const path = '/api/account/views';
const changed = z.object({ message: z.string(), view: savedView });

export const savedViewEndpoints = {
  /** The person's views, the oldest first; never more than `maxSavedViews`. */
  list: endpoint('GET', path, { reply: z.array(savedView), access: 'user' }),
  /** Keeps a view under a name that no other view of the person's has. */
  create: endpoint('POST', path, { body: createSavedViewBody, reply: changed, access: 'user', status: 201 }),
  /** Changes the name or what is kept, or makes it the view that the list opens with, in place of any other. */
  edit: endpoint('PATCH', `${path}/:id`, {
    params: idParams,
    body: editSavedViewBody,
    reply: changed,
    access: 'user',
  }),
  remove: endpoint('DELETE', `${path}/:id`, { ...userAct, params: idParams }),
};
