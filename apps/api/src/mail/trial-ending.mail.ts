import { findTrial } from '../modules/notices/owners.store.ts';
import { exampleOrigin } from './automation.content.ts';
import { counted, type MailContent } from './content.ts';
import { defineMail } from './define-mail.ts';

const dayMs = 24 * 60 * 60_000;

type Facts = {
  end: Date;
  now: Date;
  timeZone: string | null;
  active: number;
  freeLimit: number;
  freeName: string;
  origin: string;
};

/** Returns what happens to the automations when the trial is over. */
function withFree({ active, freeLimit }: Facts): string {
  const surplus = active - freeLimit;
  if (surplus <= 0) return 'All go on';
  return surplus === 1 ? 'The newest is paused' : `The ${surplus} newest are paused`;
}

function trialEnding(facts: Facts): MailContent {
  const { end, now, timeZone, active, freeLimit, freeName, origin } = facts;
  const days = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / dayMs));
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: timeZone ?? 'UTC' }).format(
    end,
  );
  const left = days === 1 ? 'tomorrow' : `in ${days} days`;
  return {
    subject: `Your Picksync trial ends ${left}`,
    preview: `On ${date} you go on with ${freeName}, unless you choose a plan.`,
    title: `Your trial ends ${left}`,
    blocks: [
      {
        kind: 'text',
        text: `On ${date} you go on with ${freeName}: ${counted(freeLimit, 'automation')}, checked every 15 minutes. Nothing is deleted, and nothing is charged.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Active now', counted(active, 'automation')],
          ...(active > 0 ? [[`With ${freeName}`, withFree(facts)] as [string, string]] : []),
        ],
      },
      { kind: 'button', label: 'Compare the plans', url: `${origin}/subscription` },
    ],
    because: 'because your trial ends soon',
  };
}

/** For a user on trial, seven, three and one days before it ends. */
export const trialEndingMail = defineMail({
  kind: 'plan',
  choice: 'reminders',
  ids: ['userId'],
  write: async ({ userId }, { db, publicOrigin, now }) => {
    const trial = await findTrial(db, userId);
    if (!trial?.trialEndDate || trial.subscriptionStatus !== 'trial' || trial.trialEndDate <= now())
      return null;
    const { email, timeZone, trialEndDate: end, freeLimit, freeName, _count } = trial;
    const facts = {
      end,
      now: now(),
      timeZone,
      active: _count.automations,
      freeLimit,
      freeName,
      origin: publicOrigin,
    };
    return { to: email, userId, content: trialEnding(facts) };
  },
  examples: [
    trialEnding({
      end: new Date('2026-11-28T10:00:00Z'),
      now: new Date('2026-11-21T10:00:00Z'),
      timeZone: 'Europe/Berlin',
      active: 2,
      freeLimit: 1,
      freeName: 'Free',
      origin: exampleOrigin,
    }),
  ],
});
