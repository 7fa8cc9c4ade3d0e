import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Colour = [lightness: number, chroma: number, hue: number];

/** The opaque colours of a theme by their names; the dark theme changes some of the light one's. */
function readColours(selector: string): Map<string, Colour> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('\n}')[0] ?? '';
  const entries = [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  return new Map(entries.map(([, name = '', ...parts]) => [name, parts.map(Number) as Colour]));
}

const themes = {
  light: readColours('[data-theme="light"]'),
  dark: new Map([...readColours('[data-theme="light"]'), ...readColours('[data-theme="dark"]')]),
};

/** The relative luminance by WCAG of a colour in OKLCH; what a screen cannot show is cut to what it can. */
function luminance([lightness, chroma, hue]: Colour): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const shown = (part: number) => Math.min(1, Math.max(0, part));
  return 0.2126 * shown(red) + 0.7152 * shown(green) + 0.0722 * shown(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['canvas', 'surface', 'sunken'];

/** Which colours stand on which, and the contrast that they need. */
const pairs: { front: string[]; behind: string[]; least: number }[] = [
  { front: ['ink', 'ink-2', 'ink-3'], behind: grounds, least: 4.5 },
  { front: ['accent', 'accent-hover'], behind: [...grounds, 'accent-soft'], least: 4.5 },
  { front: ['accent-ink'], behind: ['accent', 'accent-hover'], least: 4.5 },
  { front: ['bad-ink'], behind: ['bad', 'bad-hover'], least: 4.5 },
  ...['good', 'warn', 'bad'].map((tone) => ({
    front: [tone, 'ink-2'],
    behind: ['canvas', 'surface', `${tone}-soft`],
    least: 4.5,
  })),
  { front: ['surface'], behind: ['good'], least: 4.5 },
  { front: ['canvas'], behind: ['ink'], least: 4.5 },
  { front: ['edge'], behind: grounds, least: 3 },
];

const cases = Object.entries(themes).flatMap(([theme, colours]) =>
  pairs.flatMap(({ front, behind, least }) =>
    front.flatMap((above) => behind.map((below) => ({ theme, colours, above, below, least }))),
  ),
);

test('the contrast is counted as WCAG counts it', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
  // #767676, the lightest grey that may stand on white.
  expect(contrast([0.5667, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
});

test.each(cases)(
  '$theme: $above on $below has a contrast of at least $least',
  ({ colours, above, below, least }) => {
    const [front, behind] = [colours.get(above), colours.get(below)];
    if (!front || !behind) throw new Error(`There is no colour ${front ? below : above}`);
    expect(contrast(front, behind)).toBeGreaterThanOrEqual(least);
  },
);
