type Point = { name: string; value: number };

type TrendLineProps = {
  label: string;
  /** Oldest first, at least two. */
  points: readonly Point[];
  write: (value: number) => string;
};

const [width, height] = [110, 60];

/** A figure over time, as a line over its area; the axis begins at zero. The label names every point. */
export function TrendLine({ label, points, write }: TrendLineProps) {
  const most = Math.max(...points.map(({ value }) => value));
  const places = points.map(({ value }, index) => {
    const x = (index / (points.length - 1)) * width;
    const y = most === 0 ? height - 2 : height - 2 - (value / most) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${places.join('L')}`;
  return (
    <svg
      role="img"
      aria-label={`${label}: ${points.map(({ name, value }) => `${name} ${write(value)}`).join(', ')}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-3 block h-16 w-full overflow-visible"
    >
      <path d={`${line}V${height}H0z`} className="fill-accent-soft forced-colors:fill-none" />
      <path
        d={line}
        className="fill-none stroke-accent stroke-[1.75] [stroke-linejoin:round] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]"
      />
    </svg>
  );
}
