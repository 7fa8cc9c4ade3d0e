import type { Row } from '../model.ts';

const durationPart = /(?<sign>-?)(?<number>\d+(?:\.\d+)?)(?<unit>ms|[wdhms])/g;
const unitNames = {
  w: 'weeks',
  d: 'days',
  h: 'hours',
  m: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
} as const;
const predecessorPart = /^(?<row>\d+)(?<type>FS|FF|SS|SF)?\s*(?:(?<sign>[+-])(?<lag>.+))?$/;

/** Returns a duration as its object: `2w 1.5d` has weeks and days, `e5d` is elapsed time. */
export function durationValue(text: string): object {
  const negative = text.trim().startsWith('-');
  const parts = [...text.matchAll(durationPart)].map(({ groups = {} }) => [
    unitNames[groups.unit as keyof typeof unitNames],
    Number(groups.number),
  ]);
  return {
    objectType: 'DURATION',
    ...(negative ? { negative } : {}),
    ...(text.trim().startsWith('e') ? { elapsed: true } : {}),
    ...Object.fromEntries(parts),
  };
}

/** Returns predecessors such as `3FS +2d, 7` as their object. A row that does not exist makes one invalid. */
export function predecessorList(text: string, rows: readonly Row[]): object {
  const predecessors = text.split(',').map((part) => {
    const { row = '0', type = 'FS', sign = '', lag } = predecessorPart.exec(part.trim())?.groups ?? {};
    const rowNumber = Number(row);
    const rowId = rows[rowNumber - 1]?.id;
    return {
      ...(rowId === undefined ? {} : { rowId }),
      rowNumber,
      type,
      ...(lag === undefined ? {} : { lag: durationValue(`${sign === '-' ? '-' : ''}${lag}`) }),
      inCriticalPath: false,
      invalid: rowId === undefined,
    };
  });
  return { objectType: 'PREDECESSOR_LIST', predecessors };
}
