import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { idField, idParams, isoTime, messageReply, pageQuery, requiredText } from './fields.ts';

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
    query: z.strictObject({
      ...pageQuery({ defaultLimit: 25, maxLimit: 100 }),
      isRead: z.enum(['true', 'false']).optional(),
    }),
    reply: z.array(contactMessage),
    access: 'admin',
    paged: true,
  }),
  mark: endpoint('PATCH', '/api/admin/contact-messages/:id', {
    params: idParams,
    body: z.strictObject({ isRead: z.boolean() }),
    reply: messageReply,
    access: 'admin',
  }),
  /** Mails the reply to the sender and marks the message as read. The address may be anybody's, so it requires step-up. */
  reply: endpoint('POST', '/api/admin/contact-messages/:id/replies', {
    params: idParams,
    body: contactReplyBody,
    reply: messageReply,
    access: 'admin',
    stepUp: 'recent',
    rate: 'strict',
  }),
};
