import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { strictPublic } from './endpoint-kinds.ts';
import { emailField } from './fields.ts';

const tooShort = 'Message is required and must be at least 5 characters';

export const contactBody = z.strictObject({
  email: emailField,
  message: z.string(tooShort).trim().min(5, tooShort).max(5000, 'Please use at most 5000 characters'),
});

export const contactEndpoints = {
  /** Where else support can be reached. */
  read: endpoint('GET', '/api/contact', { reply: z.object({ supportEmail: z.string() }), access: 'public' }),
  /** The message of a signed-in user carries their plan. */
  send: endpoint('POST', '/api/contact', { ...strictPublic, body: contactBody }),
};
