import { Specimen } from './specimen.tsx';

/** Written out, so that Tailwind finds them. */
const colours = [
  ...['bg-canvas', 'bg-surface', 'bg-sunken', 'bg-line', 'bg-edge', 'bg-ink', 'bg-ink-2', 'bg-ink-3'],
  ...['bg-accent', 'bg-accent-hover', 'bg-accent-soft', 'bg-accent-2', 'bg-good', 'bg-good-soft'],
  ...['bg-warn', 'bg-warn-soft', 'bg-bad', 'bg-bad-hover', 'bg-bad-soft'],
];

const texts = {
  display: 'text-display font-bold',
  '2xl': 'text-2xl font-bold',
  xl: 'text-xl font-bold',
  lg: 'text-lg font-semi',
  md: 'text-md',
  sm: 'text-sm',
  xs: 'text-xs',
};

const radii = { sm: 'rounded-sm', md: 'rounded-md', lg: 'rounded-lg', xl: 'rounded-xl' };

/** The colours, sizes of type and corners of tokens.css. */
export function Tokens() {
  return (
    <>
      <Specimen name="Colours">
        <div className="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-3">
          {colours.map((background) => (
            <div key={background} className="text-xs">
              <div className={`mb-1 h-9 rounded-md border border-line ${background}`} />
              {background.replace('bg-', '')}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Type">
        {Object.entries(texts).map(([name, look]) => (
          <p key={name} className={`truncate ${look}`}>
            {name}: a list that fills itself
          </p>
        ))}
        <p className="text-sm">
          <span className="font-normal">normal</span> <span className="font-medium">medium</span>{' '}
          <span className="font-semi">semi</span> <span className="font-bold">bold</span>{' '}
          <span className="tabular">0123456789 tabular</span>
        </p>
      </Specimen>
      <Specimen name="Corners and shadow">
        <div className="flex flex-wrap gap-3 text-xs">
          {Object.entries(radii).map(([name, radius]) => (
            <div
              key={name}
              className={`grid size-14 place-items-center border border-line bg-surface ${radius}`}
            >
              {name}
            </div>
          ))}
          <div className="grid size-14 place-items-center rounded-md bg-surface shadow-pop">pop</div>
        </div>
      </Specimen>
    </>
  );
}
