import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';

type PageFailureProps = { title?: string; text?: string; onRetry: () => void };

/** Stands in the place of a whole page that could not be loaded. */
export function PageFailure({
  title = 'The page could not be loaded',
  text = 'Check your internet connection and try again.',
  onRetry,
}: PageFailureProps) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-5 bg-canvas px-4 text-center">
      <BrandMark size={36} />
      <div role="alert" className="grid gap-1.5">
        <h1 className="text-xl font-bold tracking-[-0.014em]">{title}</h1>
        <p className="max-w-[48ch] text-ink-2">{text}</p>
      </div>
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    </main>
  );
}
