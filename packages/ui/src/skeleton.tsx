import { cx } from './class-names.ts';

/** The shape of what is being loaded. Give it the size of the real thing, so that nothing jumps. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={cx(
        'block animate-pulse rounded-sm bg-sunken forced-colors:border forced-colors:border-[GrayText] forced-colors:bg-transparent',
        className,
      )}
    />
  );
}

/** Is not seen. While more of a page is to come, it keeps what ends the page out of sight, as shapes of what is being loaded do. */
export function StillComing() {
  return <span data-skeleton="" hidden />;
}

/** Wraps a loading shape and says once, for those who cannot see it, what is being loaded. */
export function Loading({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
