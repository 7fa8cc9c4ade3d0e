import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How to close what is open above the page, the lowest first. */
const layers: RefObject<() => void>[] = [];

/**
 * Returns what a layer of Radix does on Escape: where another one has been opened above it, that one closes. Radix learns of
 * the other one a drawing later than the other has the focus, and closes the lower one until then.
 */
export function useTopmostEscape(isOpen: boolean, close: () => void): (event: Event) => void {
  const layer = useRef(close);
  useLayoutEffect(() => {
    layer.current = close;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
  return (event) => {
    const top = layers.at(-1);
    // What is on its way out is open no more.
    if (!top || top === layer || !layers.includes(layer)) return;
    event.preventDefault();
    top.current();
  };
}
