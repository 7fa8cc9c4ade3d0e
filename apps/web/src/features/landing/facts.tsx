import { LandingSection } from './landing-section.tsx';

const facts = [
  [
    'No data storage on servers',
    'No cell value and no option text is ever stored. We keep names of sheets and columns, counts and keyed hashes.',
  ],
  [
    'It stops and asks',
    'A run that would leave a dropdown empty writes nothing until you approve exactly that difference.',
  ],
  [
    'Bi-directional sync',
    'If you choose two-way, an option added by hand becomes a row of the source, and deletions travel both ways.',
  ],
  [
    'Existing values preserved',
    'Add only, or remove only what no cell uses. What was picked before stays in its cell.',
  ],
  [
    'One call per account',
    'When nothing has moved, a check costs one call to Smartsheet, however many automations you have.',
  ],
  [
    'Duplicate removal',
    'Repeats become one option, spaces are tidied. Blanks and formula errors never become an option.',
  ],
] as const;

export function Facts() {
  return (
    <LandingSection
      id="care"
      title="Careful with your sheets"
      text="One thing is written: the list of options of the dropdown you chose. Only two-way writes to its source as well."
      beside
    >
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {facts.map(([title, text]) => (
          <div key={title} className="border-t border-line pt-4 pb-6">
            <dt className="mb-1 font-bold">{title}</dt>
            <dd className="text-pretty text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </LandingSection>
  );
}
