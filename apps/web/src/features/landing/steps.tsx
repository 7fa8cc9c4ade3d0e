import { LandingSection } from './landing-section.tsx';

const steps = [
  {
    title: 'Connect Smartsheet',
    text: 'You allow access on Smartsheet’s own page, by OAuth 2.0. We never see your password.',
  },
  {
    title: 'Choose two columns',
    text: 'The column your values come from, and the dropdown column to fill. Single-select and multi-select both work.',
  },
  {
    title: 'That is all',
    text: 'When the source changes, the dropdown follows. You see each run, what came and what went.',
  },
];

export function Steps() {
  return (
    <LandingSection title="Three steps, once">
      <ol className="grid gap-4 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid content-start gap-2 rounded-lg border border-line bg-surface p-5">
            <span
              aria-hidden="true"
              className="tabular grid size-7 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
            >
              {index + 1}
            </span>
            <h3 className="mt-1 font-bold">{title}</h3>
            <p className="text-ink-2">{text}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  );
}
