type SparkBar = { label: string; value: number };

/** A count per day as small bars; each bar's title says its day and count. `label` says the whole in words. */
export function SparkBars({ label, bars }: { label: string; bars: readonly SparkBar[] }) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <div role="img" aria-label={label} className="flex h-7 items-end gap-[3px]">
      {bars.map((bar) => (
        <span
          key={bar.label}
          title={`${bar.label}: ${bar.value}`}
          className={`min-h-0.5 flex-1 rounded-t-[2px] forced-colors:bg-[CanvasText] ${bar.value > 0 ? 'bg-accent opacity-85' : 'bg-line'}`}
          style={{ height: `${(bar.value / most) * 100}%` }}
        />
      ))}
    </div>
  );
}
