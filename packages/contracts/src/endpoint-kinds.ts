import * as z from 'zod';
import { messageReply, pageQuery } from './fields.ts';

// What calls of one kind have in common, to be spread into their definitions. What a call says itself comes after it.

/** A change that a signed-in user makes. */
export const userAct = { access: 'user', reply: messageReply } as const;

/** A call without a session that takes a password or a code, or sends a mail. */
export const strictPublic = { access: 'public', rate: 'strict', reply: messageReply } as const;

/** A change that an administrator makes, who has proved a short time ago who they are. */
export const adminAct = { access: 'admin', stepUp: 'recent', reply: messageReply } as const;

/** A list for administrators. */
export const adminPages = {
  access: 'admin',
  paged: true,
  query: z.strictObject(pageQuery({ defaultLimit: 25, maxLimit: 100 })),
} as const;
