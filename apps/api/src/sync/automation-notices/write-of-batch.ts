import type { MailContent } from '../../mail/content.ts';
import type { MailDefinition } from '../../mail/define-mail.ts';
import { findNoticed, type Noticed, type NoticedAutomation } from './noticed.store.ts';

type BatchMail = {
  /** Whether the mail still is true of an automation. */
  isTrueOf: (automation: NoticedAutomation) => boolean;
  content: (facts: Noticed & { origin: string }) => MailContent;
};

/**
 * Returns the function that writes a mail about a batch: about those automations of which it is still true, or null.
 */
export function writeOfBatch({ isTrueOf, content }: BatchMail): MailDefinition<'batchId'>['write'] {
  return async ({ db, settings }, { batchId }) => {
    const noticed = await findNoticed(db, { batchId });
    const automations = noticed?.automations.filter(isTrueOf) ?? [];
    if (!noticed || automations.length === 0) return null;
    const { to, userId } = noticed;
    return { to, userId, content: content({ ...noticed, automations, origin: settings.publicOrigin }) };
  };
}
