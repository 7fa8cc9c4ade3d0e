import type { Inbox } from './inbox.ts';

/** What the routes of the mail provider share. */
export type PostmarkDeps = {
  /** A function, because a reset replaces the inbox. */
  inbox: () => Inbox;
  now: () => Date;
  newId: () => string;
  /** Called after every change of the inbox. */
  changed: () => void;
  /** The addresses and domains that are confirmed to send. */
  senders: string[];
  /** The server's token. Without it any token is accepted. */
  token: string | undefined;
};
