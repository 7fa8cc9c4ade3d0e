import { useCallback, useEffect, useState } from 'react';

/** How long an announcement stays: later, screen readers should find the page's state and not old news. */
const keptMs = 10_000;
/** Makes a text different for a screen reader, which would not repeat the same one. */
const again = '\u00a0';

/** Returns the present announcement, and the function that makes one. */
export function useAnnouncement(): [text: string, announce: (text: string) => void] {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => setText(''), keptMs);
    return () => clearTimeout(timer);
  }, [text]);
  const announce = useCallback((news: string) => {
    setText((before) => (before === news ? news + again : news));
  }, []);
  return [text, announce];
}
