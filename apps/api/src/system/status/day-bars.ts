import type { StatusDayView } from '../../base/status/read-status.ts';
import { type DayLook, describeDays, toDayLook } from './status-texts.ts';

/** A day is ten units wide: a bar of seven and a gap of three. */
const dayUnits = 10;
const barUnits = 7;

/** Returns the bars of one part as an SVG with a label: days alike in a row are one dashed line. */
export function renderDayBars(days: readonly (StatusDayView | null)[]): string {
  const paths = listRuns(days.map(toDayLook)).map(({ look, from, to }) => {
    const end = look === 'none' ? to * dayUnits : (to - 1) * dayUnits + barUnits;
    return `<path class="${look}" d="M${from * dayUnits} 14H${end}"/>`;
  });
  const width = days.length * dayUnits;
  const drawing = `<svg class="dy" viewBox="0 0 ${width} 28" preserveAspectRatio="none" aria-hidden="true">${paths.join('')}</svg>`;
  return `<div role="img" aria-label="${describeDays(days)}">${drawing}</div>`;
}

type Run = { look: DayLook; from: number; to: number };

function listRuns(looks: readonly DayLook[]): Run[] {
  const runs: Run[] = [];
  looks.forEach((look, index) => {
    const last = runs.at(-1);
    if (last?.look === look) last.to = index + 1;
    else runs.push({ look, from: index, to: index + 1 });
  });
  return runs;
}
