import { CopyMinus, KeyRound, ListChecks, ShieldCheck } from 'lucide-react';
import { LandingSection } from './landing-section.tsx';

const facts = [
  {
    icon: CopyMinus,
    title: 'Duplicates removed',
    text: 'Repeated values become one option. Blanks and formula errors never become one.',
  },
  {
    icon: ListChecks,
    title: 'Existing values preserved',
    text: 'Only the list of options changes. What was picked before stays in its cell.',
  },
  {
    icon: KeyRound,
    title: 'OAuth 2.0',
    text: 'Access is yours to give and to take back, here or in Smartsheet, at any time.',
  },
  {
    icon: ShieldCheck,
    title: 'No data storage on servers',
    text: 'No cell value and no option is ever stored. We keep names of sheets and columns, and counts.',
  },
];

export function Facts() {
  return (
    <LandingSection title="Careful with your sheets">
      <ul className="grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {facts.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-surface text-accent">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </span>
            <div className="grid gap-1">
              <h3 className="font-bold">{title}</h3>
              <p className="max-w-[46ch] text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
