import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { adminAct, adminPages } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, messageReply, requiredText } from './fields.ts';

export const contactPlans = ['trial', 'free', 'basic', 'premium'] as const;

const contactMessage = z.object({
  id: idField,
  email: z.string(),
  message: z.string(),
  /** What the sender was entitled to when they wrote; null of a visitor. */
  plan: z.enum(contactPlans).nullable(),
  userId: idField.nullable(),
  isRead: z.boolean(),
  createdAt: isoTime,
  /** Replies that were sent, oldest first. */
  replies: z.array(z.object({ message: z.string(), by: z.string(), at: isoTime })),
});

export const contactReplyBody = z.strictObject({
  message: requiredText({ message: 'Please write a reply', max: 5000 }),
});

export const adminInboxEndpoints = {
  /** Unread ones first, Premium before the others, then newest first. */
  list: endpoint('GET', '/api/admin/contact-messages', {
    ...adminPages,
    query: adminPages.query.extend({ isRead: z.enum(['true', 'false']).optional() }),
    reply: z.array(contactMessage),
  }),
  mark: endpoint('PATCH', '/api/admin/contact-messages/:id', {
    params: idParams,
    body: z.strictObject({ isRead: z.boolean() }),
    reply: messageReply,
    access: 'admin',
  }),
  /** Mails the reply to the sender and marks the message as read. The address may be anybody's, so it requires step-up. */
  reply: endpoint('POST', '/api/admin/contact-messages/:id/replies', {
    ...adminAct,
    params: idParams,
    body: contactReplyBody,
    rate: 'strict',
  }),
};
