type Values = readonly (number | null)[];

type HourLineProps = {
  label: string;
  /** Oldest first; there is a gap where nothing was measured. */
  values: Values;
  /** A second line, over the same axis. */
  dotted?: Values;
};

const [width, height] = [240, 56];

/** Returns the runs of values without a gap, each with the places of its points. */
function toStretches(values: Values, most: number): [x: number, y: number][][] {
  const stretches: [number, number][][] = [];
  let open: [number, number][] | undefined;
  for (const [index, value] of values.entries()) {
    if (value === null) {
      open = undefined;
      continue;
    }
    if (!open) {
      open = [];
      stretches.push(open);
    }
    const y = most === 0 ? height - 1 : height - 1 - (value / most) * (height - 4);
    open.push([(index / Math.max(1, values.length - 1)) * width, y]);
  }
  // A point by itself would not be seen.
  return stretches.map((points) => {
    const [only] = points;
    return points.length === 1 && only
      ? [
          [only[0] - 2, only[1]],
          [only[0] + 2, only[1]],
        ]
      : points;
  });
}

function toPath(points: readonly [number, number][]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}

function toArea(points: readonly [number, number][]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${toPath(points)}L${last[0].toFixed(1)} ${height}L${first[0].toFixed(1)} ${height}z`;
}

/** The last hour as a line over its area; the axis begins at zero. */
export function HourLine({ label, values, dotted = [] }: HourLineProps) {
  const most = Math.max(0, ...[...values, ...dotted].flatMap((value) => value ?? []));
  const stretches = toStretches(values, most);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-2.5 block h-14 w-full overflow-visible"
    >
      <path d={stretches.map(toArea).join('')} className="fill-accent-soft forced-colors:fill-none" />
      <path
        d={stretches.map(toPath).join('')}
        className="fill-none stroke-accent stroke-[1.75] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
      />
      {dotted.length > 0 && (
        <path
          d={toStretches(dotted, most).map(toPath).join('')}
          className="fill-none stroke-accent stroke-[1.75] [stroke-dasharray:2_3] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  );
}
