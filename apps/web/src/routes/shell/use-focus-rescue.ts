import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../use-heading-focus.ts';

/**
 * When what had the focus disappears (a row that was deleted, a link that led to another page), the content takes it,
 * so that the keyboard does not begin anew at the top of the page. The heading of a page that was still loading is followed
 * by that of the page itself.
 */
export function useFocusRescue(content: RefObject<HTMLElement | null>): void {
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
