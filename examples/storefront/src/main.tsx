import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { shopData } from '#data';
import { App } from './app.tsx';
import './style.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has the element #root.');
createRoot(root).render(
  <StrictMode>
    <shopData.Provider>
      <App />
    </shopData.Provider>
  </StrictMode>,
);
