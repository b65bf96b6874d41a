/** What relay-compiler wrote: it knows of no TypeScript here. */
declare module '*.graphql.js' {
  // biome-ignore lint/suspicious/noExplicitAny: an operation, or a fragment, as the module's name says
  const artifact: any;
  // biome-ignore lint/style/noDefaultExport: as the compiler exports it
  export default artifact;
}
