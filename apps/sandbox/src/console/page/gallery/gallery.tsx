import '@picksync/ui/ui.css';
import { ThemeToggle } from '@picksync/ui/theme-toggle.tsx';
import { type ComponentProps, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Controls } from './controls.tsx';
import { Messages } from './messages.tsx';
import { Overlays } from './overlays.tsx';
import { Panels } from './panels.tsx';
import { Tokens } from './tokens.tsx';

type Theme = ComponentProps<typeof ThemeToggle>['value'];

/** Every component of packages/ui in its states, light and dark. What floats over the page has the page's theme. */
function Gallery() {
  const [theme, setTheme] = useState<Theme>('system');
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    const isDark =
      chosen === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  return (
    <main className="mx-auto grid max-w-[1200px] gap-8 px-4 py-6 md:px-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-xl font-bold">Components</h1>
          <p className="text-sm text-ink-2">
            Each in its states, light and dark. What opens over the page has the theme that is chosen here.
          </p>
        </div>
        <ThemeToggle value={theme} onChange={choose} />
      </header>
      <Tokens />
      <Controls />
      <Messages />
      <Panels />
      <Overlays />
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
