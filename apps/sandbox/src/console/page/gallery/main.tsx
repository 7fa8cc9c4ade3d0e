import '@picksync/ui/ui.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('gallery.html has no element with the id root');

createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
