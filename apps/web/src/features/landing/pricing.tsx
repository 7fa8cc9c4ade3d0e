import { plans, trialDays } from '@picksync/contracts';
import { Check } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { LandingSection } from './landing-section.tsx';

type Tier = { plan: (typeof plans)[keyof typeof plans]; features: string[]; popular?: boolean };

const tiers: Tier[] = [
  { plan: plans.free, features: ['Basic sync, every 15 minutes', 'Email support'] },
  {
    plan: plans.basic,
    features: ['Real-time sync', 'Priority support', 'Activity logs'],
    popular: true,
  },
  {
    plan: plans.premium,
    features: ['Advanced automation', '24/7 support', 'Custom integrations', 'API access'],
  },
];

function dollars(cents: number): string {
  return `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
}

function limitOf(limit: number): string {
  return limit === 1 ? '1 automation' : `${limit} automations`;
}

export function Pricing() {
  return (
    <LandingSection
      id="pricing"
      title="Pricing"
      text={`Every account starts with ${trialDays} days of the Basic features. After that it is Free until you choose a plan.`}
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {tiers.map((tier) => (
          <TierCard key={tier.plan.id} {...tier} />
        ))}
      </ul>
    </LandingSection>
  );
}

function TierCard({ plan, features, popular }: Tier) {
  return (
    <li
      className={cx(
        'flex flex-col gap-5 rounded-lg border bg-surface p-6',
        popular ? 'border-accent' : 'border-line',
      )}
    >
      <div className="grid gap-2">
        <div className="flex min-h-[22px] items-center justify-between gap-2">
          <h3 className="text-lg font-bold">{plan.name}</h3>
          {popular && <Badge tone="accent">Most Popular</Badge>}
        </div>
        <p className="tabular flex items-baseline gap-1">
          <span className="text-2xl font-bold tracking-[-0.02em]">{dollars(plan.priceCents)}</span>
          <span className="text-sm text-ink-3">/month</span>
        </p>
      </div>
      <ul className="grid flex-1 content-start gap-2">
        {[limitOf(plan.limit), ...features].map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-[3px] size-4 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <a
        // The plans, as soon as the account is open.
        href={`/login?mode=register${plan.priceCents === 0 ? '' : '&redirect=%2Fsubscription'}`}
        className={buttonClass({ variant: popular ? 'primary' : 'secondary' })}
      >
        {/* One run of text: as an item of its own the plan would be read with a space before the comma. */}
        <span>
          {plan.priceCents === 0 ? 'Start free' : 'Start with a trial'}
          <span className="sr-only">, {plan.name}</span>
        </span>
      </a>
    </li>
  );
}
