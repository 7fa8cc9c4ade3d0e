import { plans, trialDays } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Sentence } from '../../ui/sentence.tsx';
import { LandingSection } from './landing-section.tsx';
import { PlanText } from './plan-text.tsx';

type Feature = { name: ReactNode; detail?: string };
type Tier = { plan: (typeof plans)[keyof typeof plans]; features: Feature[]; popular?: boolean };

const tiers: Tier[] = [
  {
    plan: plans.free,
    features: [
      {
        name: 'Basic sync',
        detail: 'checked every 15 minutes, with preview, review, two-way and duplicate removal',
      },
      { name: 'Email support', detail: 'answered within 24 hours on business days' },
    ],
  },
  {
    plan: plans.basic,
    features: [
      { name: 'Real-time sync', detail: 'Smartsheet tells us, the dropdown follows' },
      { name: 'Priority support', detail: 'your message stands before those of Free' },
      { name: 'Activity logs', detail: 'all of them, with filters, for 90 days' },
    ],
    popular: true,
  },
  {
    plan: plans.premium,
    features: [
      { name: 'Advanced automation', detail: 'filters, splitting, pinned options, label templates' },
      {
        name: '24/7 support',
        detail: 'write at any hour: your message stands first in the inbox, also outside business hours',
      },
      { name: 'Custom integrations', detail: 'signed outgoing webhooks' },
      { name: 'API access', detail: 'API keys of your own' },
    ],
  },
];

export function Pricing() {
  return (
    <LandingSection
      id="pricing"
      title="Pricing"
      text={
        <Sentence
          text={`Every account starts with the features of <basic></basic> for ${trialDays} days. After that it is on the plan <free></free> until you choose another.`}
          parts={{
            basic: () => <PlanText plan={plans.basic} what="name" />,
            free: () => <PlanText plan={plans.free} what="name" />,
          }}
        />
      }
    >
      <div className="grid gap-3.5">
        <ul className="grid overflow-hidden rounded-lg border border-line bg-surface max-md:divide-y max-md:divide-line md:grid-cols-3 md:divide-x md:divide-line">
          {tiers.map((tier) => (
            <TierCard key={tier.plan.id} {...tier} />
          ))}
        </ul>
        <p className="text-xs text-ink-2">
          A configuration is one automation: a source column and the one dropdown it fills.
        </p>
      </div>
    </LandingSection>
  );
}

function TierCard({ plan, features, popular }: Tier) {
  return (
    <li
      className={cx('flex flex-col gap-5 px-5 py-6 md:p-7', popular && 'shadow-[inset_0_3px_var(--accent)]')}
    >
      <div className="grid gap-2">
        <div className="flex min-h-[22px] items-center justify-between gap-2">
          <h3 className="text-lg font-bold">
            <PlanText plan={plan} what="name" />
          </h3>
          {popular && <Badge tone="accent">Most Popular</Badge>}
        </div>
        <p className="tabular flex items-baseline gap-1">
          <span className="text-[2.25rem] leading-none font-bold tracking-[-0.03em]">
            <PlanText plan={plan} what="price" />
          </span>
          <span className="text-sm text-ink-2">/month</span>
        </p>
      </div>
      <ul className="grid flex-1 content-start gap-3">
        {[{ name: <PlanText plan={plan} what="limit" /> }, ...features].map(
          ({ name, detail }: Feature, place) => (
            <li key={typeof name === 'string' ? name : place} className="flex gap-2.5">
              <Check aria-hidden="true" className="mt-[3px] size-4 shrink-0 text-accent" />
              <span>
                <span className="font-semi">{name}</span>
                {detail && <span className="block text-xs text-ink-2">{detail}</span>}
              </span>
            </li>
          ),
        )}
      </ul>
      <a
        // The plans, as soon as the account is open.
        href={`/login?mode=register${plan.priceCents === 0 ? '' : '&redirect=%2Fsubscription'}`}
        className={buttonClass({ variant: popular ? 'primary' : 'secondary' })}
      >
        <Start plan={plan} />
      </a>
    </li>
  );
}

/** What the button of a plan says. The trial has the features of Basic, so it is not offered for a larger plan. */
function Start({ plan }: Pick<Tier, 'plan'>) {
  const name = <PlanText plan={plan} what="name" />;
  if (plan === plans.premium) return <span>Get {name}</span>;
  return (
    // One run of text: as an item of its own the plan would be read with a space before the comma.
    <span>
      {plan === plans.free ? 'Start free' : 'Start with a trial'}
      <span className="sr-only">, {name}</span>
    </span>
  );
}
