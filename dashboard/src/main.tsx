import './styles/tokens.css';
import './styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { client, router } from './app/router.ts';
import { applyTheme } from './app/shell/theme.ts';
import { hideComposingKeys } from './components/keyboard/composing.ts';

applyTheme();
hideComposingKeys();

// A newer build replaced the files of this page, so the page reloads.
window.addEventListener('vite:preloadError', () => window.location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
