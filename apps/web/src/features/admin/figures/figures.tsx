import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { figuresQuery } from '../../../api/admin.queries.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { PanelBoundary } from '../../../ui/panel-boundary.tsx';
import { getSubtitle } from './figure-texts.ts';
import { ActiveFigure, ChurnFigure, TrialsFigure } from './month-figures.tsx';
import { RevenueFigure } from './revenue-figure.tsx';

/** The figures of the business, as charts; every number is counted from the books. */
export function FiguresPage() {
  const { data: figures } = useQuery(figuresQuery);
  return (
    <>
      <PageHead
        title="Figures"
        subtitle={figures ? getSubtitle(figures) : ' '}
        actions={
          figures && (
            <p className="text-xs text-ink-2">
              From the ledger, <time dateTime={figures.at}>{formatMoment(figures.at)}</time>
            </p>
          )
        }
      />
      <PanelBoundary skeleton={<FiguresShape />} failure="The figures could not be loaded. Please try again.">
        <Figures />
      </PanelBoundary>
    </>
  );
}

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-6';
const places = ['lg:col-span-4', 'lg:col-span-2', 'lg:col-span-3', 'lg:col-span-3'];

function Figures() {
  const { data } = useSuspenseQuery(figuresQuery);
  return (
    <div className={grid}>
      <RevenueFigure figures={data} className={places[0]} />
      <TrialsFigure figures={data} className={places[1]} />
      <ActiveFigure figures={data} className={places[2]} />
      <ChurnFigure figures={data} className={places[3]} />
    </div>
  );
}

function FiguresShape() {
  return (
    <Loading label="Loading" className={grid}>
      {places.map((place, index) => (
        <div key={place + String(index)} className={place}>
          <Skeleton className={`rounded-lg ${index < 2 ? 'h-[262px]' : 'h-[190px]'}`} />
        </div>
      ))}
    </Loading>
  );
}
