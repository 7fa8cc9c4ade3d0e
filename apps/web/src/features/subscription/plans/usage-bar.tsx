import { ProgressBar } from '@picksync/ui/progress-bar.tsx';
import type { CSSProperties } from 'react';

/** Up to how many configurations each is a cell of its own. */
const mostCells = 20;

const gap: CSSProperties['maskImage'] = 'linear-gradient(90deg, #000 calc(100% - 2px), #0000 0)';

function cells(count: number): CSSProperties {
  return { maskImage: gap, maskSize: `calc((100% + 2px) / ${count})` };
}

/** How many of the configurations of a plan are used. */
export function UsageBar({ used, available }: { used: number; available: number }) {
  return (
    <div style={available > 1 && available <= mostCells ? cells(available) : undefined}>
      <ProgressBar label="Configurations used" value={used} max={available} className="h-2!" />
    </div>
  );
}
