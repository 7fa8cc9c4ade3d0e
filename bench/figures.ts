import { readdirSync } from 'node:fs';
import type { Figure } from './figure.ts';

const ending = '.bench.ts';

/** The names of all figures, sorted: those of their files. */
export const figureNames = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .sort();

/** Reads one figure from its file. */
export async function readFigure(name: string): Promise<Figure> {
  const { figure } = (await import(`./${name}${ending}`)) as { figure: Figure };
  return figure;
}
