import { type RefObject, useEffect } from 'react';

/**
 * When what had the focus disappears (a row that was deleted, a link that led to another page), the content takes it,
 * so that the keyboard does not begin anew at the top of the page.
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
      last = null;
      element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', remember);
    rescue.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', remember);
      rescue.disconnect();
    };
  }, [content]);
}
