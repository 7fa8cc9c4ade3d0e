import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../use-heading-focus.ts';

/**
 * Moves the focus to the content when the focused element disappears (a deleted row, a link to another page), so that
 * keyboard users do not start again at the top of the page. From the heading of a loading page the focus moves to that
 * of the page itself.
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
