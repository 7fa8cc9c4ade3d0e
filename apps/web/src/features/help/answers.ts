import { trialDays } from '@picksync/contracts';
import { type AnswerBlock, problems } from './problems.ts';

/** A part of a real screen, below the answer. */
export type AnswerPicture = { name: 'list' | 'review' | 'undo' | 'channels' | 'shortcuts'; alt: string };

export type Answer = {
  key: string;
  question: string;
  blocks: readonly AnswerBlock[];
  picture?: AnswerPicture;
};

function text(words: string): AnswerBlock {
  return { kind: 'text', text: words };
}

/** The questions of the FAQ, in their order. */
export const answers: readonly Answer[] = [
  {
    key: 'how-often',
    question: 'How often are my dropdowns updated?',
    blocks: [
      text('Picksync checks for changes every 15 minutes. **Sync Now** checks at once.'),
      text(
        'Where a row says **Real-time**, Smartsheet tells us about a change and the dropdown follows without waiting. Smartsheet may gather changes for about a minute before it tells us.',
      ),
    ],
  },
  {
    key: 'periodic',
    question: 'Why does an automation say Periodic or Inactive?',
    blocks: [
      text(
        '**Periodic**: your plan has no real time, or Smartsheet cannot tell us about changes of this sheet. **Inactive**: Smartsheet has switched its notices off, and we switch them on again. The row says which it is.',
      ),
      text('Both are checked every 15 minutes.'),
    ],
  },
  {
    key: 'by-hand',
    question: 'What happens to options that somebody adds by hand?',
    blocks: [
      text('That depends on the mode, which stands first among the settings of an automation:'),
      {
        kind: 'table',
        head: ['Mode', 'The option that was added by hand'],
        rows: [
          {
            key: 'mirror',
            cells: [
              '**Mirror** (the default)',
              'Is removed at the next sync, as the source lacks it. With **Edits by hand** among the options it stays, or you are asked.',
            ],
          },
          { key: 'add-only', cells: ['**Add only**', 'Stays.'] },
          { key: 'keep-used', cells: ['**Keep used**', 'Stays as long as a row uses it.'] },
          { key: 'two-way', cells: ['**Two-way**', 'Becomes a row of the source.'] },
        ],
      },
      text('A cell that already holds the value keeps it in every mode.'),
    ],
  },
  {
    key: 'contacts',
    question: 'Can a contact column be filled?',
    blocks: [
      text(
        'Yes, for one contact or several in a cell. Choose it as the destination. A contact column as the source brings names and addresses; a column of names needs a second one with the addresses.',
      ),
      text(
        'A person is known by the address. Another name for the same address changes in place, and a name without an address is left out. Being on the list gives nobody access to the sheet and sends nobody a mail. A rule fills the contact columns of its title too.',
      ),
    ],
  },
  {
    key: 'reports',
    question: 'Can a report be the source?',
    blocks: [
      text(
        'Yes, with up to 20,000 rows. Reports stand below the sheets in the list of sources. Smartsheet sends no message when one changes, so it is read with each check, every 15 minutes, and **Sync Now** reads it at once.',
      ),
      text(
        'You get the rows that you may see in Smartsheet. Where the report reads fewer sheets than before, we ask you before anything is removed: a sheet may only have been moved or unshared. Two-way is not available, as rows cannot be added to a report.',
      ),
    ],
  },
  {
    key: 'review',
    question: 'Why does an automation wait for my review?',
    picture: {
      name: 'review',
      alt: 'A bar of 20 options: 14 would be removed, 6 stay, and a mark shows the limit of 50 %.',
    },
    blocks: [
      text(
        'The run would have emptied the list, or removed more of it than your removal limit allows: more than 50\u00a0% and 5 options, unless you chose another. So it wrote nothing.',
      ),
      text(
        'It asks for other reasons too: names changed in the source beyond what you allow, a report reads fewer sheets than before, somebody edited the list by hand and you want to be asked, or a two-way automation would delete rows of the source, or add some after a change of its columns. Its sentence says which it is.',
      ),
      text(
        'Look at what would change and approve exactly that, keep what is there, correct the source column, or leave it: without an answer nothing is written.',
      ),
    ],
  },
  {
    key: 'failing',
    question: 'What do I do when an automation fails?',
    picture: {
      name: 'list',
      alt: 'Four automations in the list. One needs a review: its sentence says why, and the button Review 14 removals stands below it.',
    },
    blocks: [
      text(
        'What its sentence says. Then nothing more: the next check tries again, and **Sync Now** does at once.',
      ),
      problems,
    ],
  },
  {
    key: 'stored',
    question: 'What do you store of my sheets?',
    blocks: [
      text(
        'No cell value and no option text: not in a table, a log or a mail. We keep names of sheets and columns, ids, counts, and hashes that only our key can compare.',
      ),
    ],
  },
  {
    key: 'trial',
    question: 'What happens when my trial ends?',
    blocks: [
      text(
        `After ${trialDays} days you are on the free plan: fewer automations, checked every 15 minutes. Nothing is deleted. With a plan you have more automations and real time again.`,
      ),
      text('The trial is given once to each email address, also when its account was deleted meanwhile.'),
    ],
  },
  {
    key: 'limit',
    question: 'What is the limit of automations and options?',
    blocks: [
      text(
        'Each plan has a limit of automations, which **Subscription** shows beside what you use of it. At the limit you can upgrade, or delete an automation. Automations above the limit of a lower plan are paused, the newest first, and never deleted.',
      ),
      text(
        'A column has a limit as well: when the source has more different values than fit, nothing is written and the sentence says how many there are and how many fit. Shorten the source column, or take fewer rows with a filter.',
      ),
    ],
  },
  {
    key: 'folder',
    question: 'Can one list fill every sheet of a folder?',
    blocks: [
      text(
        'Yes, with a rule: choose **A folder** in place of **One sheet** when you create an automation, then the workspace or folder and the title of the columns. The form shows every sheet of it, what would be written to each, and which plan has rules.',
      ),
      text(
        'A sheet that is added later is found within 15 minutes, or at once with **Sync Now** on the page of the rule, and is filled or asks you first, as you choose. One that leaves the folder keeps its list and is no longer updated. **Leave it out** takes a single sheet out, **Keep it on its own** lets its automation go on without the rule.',
      ),
      text(
        'Each sheet that follows counts as one automation of your plan. When you delete a rule, you choose whether its automations go with it.',
      ),
    ],
  },
  {
    key: 'undo',
    question: 'Can I undo a change?',
    picture: {
      name: 'undo',
      alt: 'The bar after pausing says 2 paused, with the button Undo.',
    },
    blocks: [
      text(
        'Most of what you can press goes back the same way. **Pause** goes back with **Activate**, and with **Undo** in the message or the bar that says so. **Undo** in a message also brings back a saved view that was deleted.',
      ),
      text(
        'A setting that was changed goes back with **Undo** in the message after saving, and for 90 days in **History** on the page of its automation. The form opens with what stood there before and shows what a sync would do; nothing changes until you save. It does not bring back another source or destination, nor the texts of filters, labels and pinned options, which we do not keep.',
      ),
      text(
        'An option that a sync removed comes back with the next sync when you put its value back into the source column. With **Copies** on, the whole list before a run comes back with **Restore this list** beside it. A sync that would remove many waits for you before it writes.',
      ),
      text(
        'A canceled plan can usually be resumed until its last paid day. A new email address can be undone for seven days, with the link in the mail to the old one. Nobody can bring back a deleted automation, key, webhook or account, so we ask first.',
      ),
    ],
  },
  {
    key: 'restore',
    question: 'Can I go back to an earlier list?',
    blocks: [
      text(
        'Yes, to the list before any run that removed something, when **Copies** was on by then: it is among the options of an automation. Each such run first attaches the list as a small CSV file to the destination sheet, the newest ten stay, and whoever can open the sheet can open them. We store no option.',
      ),
      text(
        'On the page of the automation, **Restore this list** beside a run shows what would come back and be removed, and **Restore and pause** writes exactly that. No cell is changed. It pauses, because its next sync would take the list of the source again. **Activate** says what would happen then: follow the source, or follow it and keep what came back.',
      ),
      text(
        'A file that somebody deleted, changed or replaced in Smartsheet is refused. Where a copy cannot be saved nothing is removed, and the page says why.',
      ),
    ],
  },
  {
    key: 'renames',
    question: 'What happens when a name changes in the source?',
    blocks: [
      text(
        'As you choose at **Renames** among the options of an automation: the new name is added and the old one removed, or the option is renamed with the cells that use it. Only what is certain counts as a rename, and the preview shows both names with their rows.',
      ),
      text(
        'Above the number of rows that you set, for more than five names at once, and where two names become one, the sync stops and changes nothing. The review lists the names; what you untick there is added and removed. Cells that are locked, hold a formula or are refused by Smartsheet keep the old name, and both names stay options until they are changed.',
      ),
      text(
        'It is there in the modes **Mirror** and **Keep used**. Which row had which name is known from the next sync on: we keep a keyed hash of each value, never the value.',
      ),
    ],
  },
  {
    key: 'channels',
    question: 'How do I get notices in Slack or Microsoft Teams?',
    picture: {
      name: 'channels',
      alt: 'The dialog Add Slack: an address, the button Send a test, and beside it that the test arrived.',
    },
    blocks: [
      text(
        '**Settings**, **Notifications**, then **Add** beside the channel, with the address of an incoming webhook. In Slack you make an app with Incoming Webhooks and add it to a channel. In Teams you choose **Workflows** at the channel and “Post to a channel when a webhook request is received”.',
      ),
      text(
        '**Send a test** first: an address is saved once a test has arrived there. Then choose what the channel is told; mails go on as before. A channel gets 20 notices in 24 hours at most. When it takes none for three days, or is gone, it is switched off and a mail says why.',
      ),
    ],
  },
  {
    key: 'webhook',
    question: 'What is a webhook, and do I need one?',
    blocks: [
      text(
        'There are three kinds. Smartsheet’s own tell us about a change of a sheet: we make and mend them, and you need to do nothing. The incoming webhook of Slack or Teams is where notices go.',
      ),
      text(
        'An outgoing webhook tells a program of yours what happened: **Settings**, **API keys and webhooks**, part of Premium. It is signed, says names and counts and never a value of a sheet, and is tried again for about three days. The API documentation says what is in it.',
      ),
    ],
  },
  {
    key: 'team',
    question: 'Can my team use Picksync together?',
    blocks: [
      text(
        'Everybody in your team who fills in the sheet has the dropdown, without an account here. An account belongs to one person: it works with their connection to Smartsheet, and may change what they may change there.',
      ),
      text(
        'To have your team told when a sync fails or waits for a review, add a channel in Slack or Microsoft Teams. Nobody should share a password: each person can have an account of their own, with automations for other columns.',
      ),
    ],
  },
  {
    key: 'shortcuts',
    question: 'Are there keyboard shortcuts?',
    picture: {
      name: 'shortcuts',
      alt: 'The list of shortcuts, with the switch for single keys at its foot.',
    },
    blocks: [
      text(
        'Yes. **Ctrl K**, or **⌘ K** on a Mac, opens a menu that goes to pages, finds automations and help, and syncs, pauses or activates. **?** lists all shortcuts, **/** goes to the search of a list, **N** begins a new automation, and **F8** goes to the message at the foot of the page, or to what can be done with the automations that you have ticked.',
      ),
      text('Single keys can be switched off below that list, for this browser.'),
    ],
  },
  {
    key: 'contact',
    question: 'How do I contact support?',
    blocks: [
      text(
        'With the tab **Contact Us** on this page, or by email at the address beside it. Say which automation it is about, and what its sentence says; leave passwords and values of your sheets out. We work Monday to Friday and respond within 24 hours.',
      ),
    ],
  },
  {
    key: 'deletion',
    question: 'What stays when I delete my account?',
    blocks: [
      text(
        'Your automations, settings and sessions go at once, and so does our access to Smartsheet. Your sheets and dropdowns stay as they are. Receipts stay as long as tax law asks.',
      ),
      text(
        'For 24 months we keep a keyed hash of your address, from which nobody can read it, and which coupons were used with it. It serves two things alone: a trial and a coupon are given once to each person. The same holds for an address that you change for another one.',
      ),
    ],
  },
];
