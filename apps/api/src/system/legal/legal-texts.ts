import type { LegalPage } from '@picksync/contracts';
import { trialDays } from '@picksync/contracts';
import type { Settings } from '../../base/context.ts';

/** A page in plain words: a part is a heading with paragraphs, or with the points of a list. */
export type LegalText = { title: string; lead: string; parts: { heading: string; texts: string[] }[] };

/** What of an installation stands in the texts. */
export type Deployment = Pick<Settings, 'seller' | 'supportEmail' | 'sessionLimits' | 'signInApps'> & {
  hasPayments: boolean;
};

/** Returns the text of a page for a deployment that brings none of its own. It says what the code does, and no more. */
export function defaultLegalText(page: LegalPage, deployment: Deployment): LegalText {
  if (page === 'privacy') return privacyText(deployment);
  return page === 'terms' ? termsText(deployment) : imprintText(deployment);
}

function writeTo({ supportEmail }: Deployment): string {
  return `Write to ${supportEmail}.`;
}

function privacyText(deployment: Deployment): LegalText {
  return {
    title: 'Privacy',
    lead: 'What Picksync stores about you, for how long, and who else sees it.',
    parts: [
      {
        heading: 'What is in your sheets is not stored',
        texts: [
          'No value of a cell and no text of an option is stored or logged. A sync reads both sheets, compares them, writes the list of options and keeps nothing of it but counts and keyed hashes.',
          'Stored are names and ids of the sheets and columns that you chose, and what you type into the settings of an automation, such as the words of a filter and options that stand first or last.',
        ],
      },
      aboutAccount(deployment),
      {
        heading: 'Your automations',
        texts: [
          'The access to Smartsheet that you granted, encrypted, until you delete the account.',
          'Of each automation its newest 50 runs in counts, and which settings were changed and what happened in a sentence: 90 days. Deliveries of outgoing webhooks: 30 days.',
          'Views of the list that you save, with what you searched for, until you delete them or the account.',
          'The addresses of the channels of Slack and Microsoft Teams that you add, encrypted, until you delete the account. Which notice went to a channel: 30 days.',
        ],
      },
      ...(deployment.hasPayments ? [aboutPayments] : []),
      aboutOthers(deployment),
      {
        heading: 'Cookies',
        texts: [
          'One keeps you signed in, one recognizes this browser at the next sign-in, and short ones carry a sign-in from one page to the next. All of them are needed for what you asked for; none follows you.',
        ],
      },
      {
        heading: 'See it, take it, delete it',
        texts: [
          'In your settings you can download what is stored about you as one file, which is there for 24 hours, and delete the account. Deleting takes everything above with it in one step, but for what is said to be kept.',
          'What stays for 24 months is a keyed hash of your address, from which the address cannot be read: it is used for one thing, that a trial and coupons are given once.',
          'Logs hold ids, counts, network addresses and durations. Backups hold what the database held, until they are deleted.',
        ],
      },
      {
        heading: 'Questions',
        texts: [`The imprint says who runs this installation. ${writeTo(deployment)}`],
      },
    ],
  };
}

type Part = LegalText['parts'][number];

function aboutAccount({ sessionLimits }: Deployment): Part {
  return {
    heading: 'Your account',
    texts: [
      'Your email address, a hash of your password, the public half of passkeys, and your settings, until you delete the account. An account whose address was never verified is deleted 7 days after it was last registered.',
      `Browsers in which you are signed in, with their network address and name: until ${sessionLimits.idleDays} days without use, ${sessionLimits.maxDays} days at most. Browsers in which you have signed in before: 180 days.`,
      'Sign-ins and changes to the account, which you read yourself under security activity: 365 days.',
      'That a mail was sent to you, not what it says: 90 days. Messages that you write to support, until you delete the account; those of visitors without one are kept.',
    ],
  };
}

const aboutPayments: Part = {
  heading: 'Payments',
  texts: [
    'You pay at PayPal or Razorpay, on their own pages; card numbers never reach Picksync. Stored is what was paid, when, and the name and address that the provider gives of the payer; these two go with the account.',
    'Plans and billing details go with the account. Receipts are kept for good, with the buyer on them, because the law wants them kept.',
  ],
};

function aboutOthers({ signInApps, hasPayments }: Deployment): Part {
  const signIn = signInApps.length > 0 ? ' Google or Microsoft, when you sign in with them.' : '';
  return {
    heading: 'Who else sees something',
    texts: [
      `Smartsheet, where your sheets are. Postmark, which delivers our mails.${hasPayments ? ' PayPal or Razorpay, when you pay.' : ''}${signIn}`,
      'The addresses that you enter as outgoing webhooks. Slack or Microsoft Teams, when you add a channel: notices there name automations, sheets and columns, and everybody in the channel can read them.',
      'Nobody else: there is no advertising, no analytics, and nothing on these pages is loaded from elsewhere.',
    ],
  };
}

function termsText(deployment: Deployment): LegalText {
  const { hasPayments } = deployment;
  return {
    title: 'Terms',
    lead: 'What you can expect of Picksync, and what it expects of you.',
    parts: [
      {
        heading: 'What it does',
        texts: [
          'Picksync fills dropdown and contact columns of your sheets from columns of other sheets, as you set it up. It writes the list of the columns that you chose; an automation that works both ways writes to its source as well, and one that lets names follow writes the new name into the cells that use the old one. The form says so before.',
          'A sync that would empty a list, or remove more than the setting allows, stops and asks. What a person picked in a cell stays there, unless the automation lets names follow.',
          'You need to have the right to change these sheets, and you answer for what is in them. Please do not use somebody else’s access, and do not try to get around the limits of a plan or of Smartsheet.',
        ],
      },
      {
        heading: 'Trial and plans',
        texts: [
          `A new account has the features of the smallest paid plan for ${trialDays} days, once for each person. Then it is on the free plan. Nothing is deleted; automations beyond the plan are paused.`,
          ...(hasPayments
            ? [
                'A plan paid with PayPal renews every period until you cancel it. One payment with Razorpay covers one period; nothing is charged by itself. A canceled plan lasts to the end of the period that was paid.',
                'A larger plan begins at once, and what is left of the smaller one is taken off its price. A smaller plan begins when the paid period ends.',
              ]
            : []),
        ],
      },
      {
        heading: 'When something fails',
        texts: [
          'Smartsheet and networks fail at times. A dropdown then keeps the options it has, and follows as soon as it can. The status page shows how each part does; no availability is promised beyond it.',
        ],
      },
      {
        heading: 'Ending it',
        texts: [
          'You can delete the account at any time. Your sheets and dropdowns stay as they are.',
          `Who runs this installation stands in the imprint, and may have further terms with you. ${writeTo(deployment)}`,
        ],
      },
    ],
  };
}

function imprintText(deployment: Deployment): LegalText {
  const { name, address, email, taxNumber } = deployment.seller;
  const lines = [name, ...address].filter((line) => line !== null);
  return {
    title: 'Imprint',
    lead: 'Who runs this installation of Picksync.',
    parts: [
      {
        heading: name === null ? 'The operator' : 'Responsible',
        texts:
          lines.length > 0
            ? [lines.join('\n'), ...(taxNumber === null ? [] : [`Tax number ${taxNumber}`])]
            : ['The operator of this installation has not given a name here. Ask them by the address below.'],
      },
      { heading: 'Contact', texts: [email === null ? writeTo(deployment) : `Write to ${email}.`] },
      {
        heading: 'Trademarks',
        texts: [
          'Picksync is not affiliated with Smartsheet Inc. Smartsheet is a trademark of Smartsheet Inc.',
        ],
      },
    ],
  };
}
