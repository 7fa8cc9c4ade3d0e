import { usualDateLook } from '@picksync/contracts';
import { cx } from '@picksync/ui/class-names.ts';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { focusHeading } from '../use-heading-focus.ts';
import { useSessionElsewhere } from '../use-session-elsewhere.ts';

const contentId = 'content';

/** Leads keyboard users past what stands before the content. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:z-60 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:shadow-pop"
    >
      Skip to the content
    </a>
  );
}

/** Loaded only when there is something to tell. */
const MaintenanceBanner = lazyPart(
  async () => (await import('../../features/maintenance/maintenance-banner.tsx')).MaintenanceBanner,
);

/** What a page has of its own. `className` says how wide it is. */
export function Content({ className, children }: { className: string; children: ReactNode }) {
  const content = useRef<HTMLElement>(null);
  useFocusRescue(content);
  useSessionElsewhere();
  const { maintenance, user } = useAuthStatus();
  return (
    <main
      ref={content}
      id={contentId}
      tabIndex={-1}
      className={cx('mx-auto grid w-full content-start gap-4 p-4 outline-none md:px-8 md:pt-6', className)}
    >
      {maintenance && (
        <MaintenanceBanner window={maintenance} reader={user ?? { ...usualDateLook, timeZone: null }} />
      )}
      {children}
    </main>
  );
}

/**
 * Moves the focus to the content when the focused element disappears (a deleted row, a link to another page), so that
 * keyboard users do not start again at the top of the page. From the heading of a loading page the focus moves to that
 * of the page itself.
 */
function useFocusRescue(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    const rescue = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return;
      const wasHeading = last instanceof HTMLHeadingElement;
      last = null;
      if (!(wasHeading && focusHeading())) element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', remember);
    rescue.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      rescue.disconnect();
    };
  }, [content]);
}
