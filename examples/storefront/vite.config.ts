import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Which of the two clients the pages read with. */
const client = process.env.SHOP_CLIENT === 'urql' ? 'urql' : 'apollo';

export default defineConfig({
  plugins: [react()],
  cacheDir: `node_modules/.vite-${client}`,
  resolve: { alias: { '#data': `${import.meta.dirname}/src/data/${client}.tsx` } },
});
