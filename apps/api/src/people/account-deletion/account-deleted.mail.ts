import type { MailContent } from '../../mail/content.ts';
import { defineMail } from '../../mail/define-mail.ts';

function accountDeleted(): MailContent {
  return {
    subject: 'Your Picksync account is deleted',
    preview: 'Your sheets and dropdowns stay as they are.',
    title: 'Your account is deleted',
    blocks: [
      {
        kind: 'text',
        text: 'Your automations, sessions and settings are gone, and so is our access to Smartsheet. Your sheets and dropdowns stay as they are.',
      },
      {
        kind: 'text',
        text: 'A subscription is canceled with it, and nothing more is charged. If you still pay on a page that was open, all of it goes back. If you have paid for a plan, we keep the receipts for as long as tax law asks; they hold your email address as it was that day.',
      },
      {
        kind: 'note',
        text: 'This is the last mail to this address, and it is now removed from our records. For 24 months a keyed hash of it stays, from which nobody can read it, so that free trials and coupons are given once.',
      },
      {
        kind: 'note',
        text: 'If it was not you who deleted the account, write to support: nothing of it can be brought back.',
      },
    ],
    because: 'because it was the address of the account',
  };
}

/** For the address of an account that was deleted. */
export const accountDeletedMail = defineMail({
  kind: 'security',
  ids: ['deletionNoticeId'],
  write: async (context, { deletionNoticeId }) => {
    const deletionNotice = await context.db.deletionNotice.findUnique({ where: { id: deletionNoticeId } });
    return deletionNotice && { to: deletionNotice.email, userId: null, content: accountDeleted() };
  },
  // The mail says that the address is removed.
  afterwards: async ({ db }, { deletionNoticeId }) => {
    await db.deletionNotice.deleteMany({ where: { id: deletionNoticeId } });
  },
  examples: [accountDeleted()],
});
