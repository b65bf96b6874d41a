/** The client that `--client` chose (`vite.config.ts`). */
declare module '#data' {
  export const shopData: import('./shop-data.ts').ShopData;
}
