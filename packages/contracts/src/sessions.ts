import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { userAct } from './endpoint-kinds.ts';
import { idField, idParams, isoTime, messageReply } from './fields.ts';

const browser = z.object({
  id: idField,
  /** Browser and system, such as `Chrome on Windows`. */
  device: z.string(),
  isMobile: z.boolean(),
  /** The beginning of the network address of the latest sign-in, such as `198.51.100.x`; null when it is not known. */
  network: z.string().nullable(),
  /** The first sign-in. */
  createdAt: isoTime,
  /** Whether it is the one of this request. */
  isCurrent: z.boolean(),
});

/** `lastSeenAt`: within five minutes. */
const session = browser.extend({ lastSeenAt: isoTime });

export type SessionView = z.output<typeof session>;

export const sessionEndpoints = {
  /** Where the user is signed in, the latest use first. There are as many as one person may have, so there is one page. */
  list: endpoint('GET', '/api/account/sessions', { reply: z.array(session), access: 'user' }),
  end: endpoint('DELETE', '/api/account/sessions/:id', { ...userAct, params: idParams }),
  endOthers: endpoint('DELETE', '/api/account/sessions', { reply: messageReply, access: 'user' }),
};

const recognizedDevice = browser.extend({ lastSignIn: isoTime });

export type RecognizedDeviceView = z.output<typeof recognizedDevice>;

export const recognizedDeviceEndpoints = {
  /** The recognized devices of the account, the latest sign-in first. All of them fit on one page. */
  list: endpoint('GET', '/api/account/known-browsers', { reply: z.array(recognizedDevice), access: 'user' }),
  /** Forgets a recognized device: it is signed out, and the user gets a mail about the next sign-in there. */
  forget: endpoint('DELETE', '/api/account/known-browsers/:id', { ...userAct, params: idParams }),
};
