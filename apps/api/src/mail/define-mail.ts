import { type DateReader, type MailChoice, usualDateLook } from '@picksync/contracts';
import type { Job } from '@picksync/db';
import type { Context } from '../base/context.ts';
import type { MailContent } from './content.ts';

/**
 * What a mail is about. Those about security and payments are sent even to an address from which mails came back; `account` is
 * what somebody asked for, such as a code.
 */
export type MailKind = 'security' | 'account' | 'automation' | 'plan' | 'payment';

/** The ids that the job of a mail may carry. */
export type MailId = Exclude<keyof Job<'send-mail'>['payload'], 'mail' | 'key'>;

/** A mail and its recipient. */
export type AddressedMail = {
  to: string;
  /** Null for somebody without an account. */
  userId: string | null;
  /** Where an answer goes, if not to our own address. */
  replyTo?: string;
  content: MailContent;
};

export type MailDefinition<Id extends MailId = MailId> = {
  kind: MailKind;
  /** The choice by which a person ends such mails; absent for those that are always sent. */
  choice?: MailChoice;
  /** What its job carries. */
  ids: readonly Id[];
  /** Reads what is true when the mail is sent, and writes it. Returns null when it is no longer due. */
  write: (context: Context, ids: Record<Id, string>) => Promise<AddressedMail | null>;
  /** What is left to do once it was sent, or will never be. It may be called again. */
  afterwards?: (context: Context, ids: Record<Id, string>) => Promise<void>;
  /** Examples, for the previews and the tests. */
  examples: readonly MailContent[];
};

/** Defines a mail: one definition, its id in `base/send-mail-later.ts`, and one line in `jobs/mails.ts`. */
export function defineMail<const Id extends MailId>(definition: MailDefinition<Id>): MailDefinition<Id> {
  return definition;
}

export const exampleOrigin = 'https://picksync.example';

export const exampleReader: DateReader = { ...usualDateLook, timeZone: 'Europe/Berlin' };
