/** Node.js → environment → config → app → listen → signals. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`The gateway needs Node.js 22.19 or later, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
// The second start reads compiled code instead of sources: it must come before the modules it is for. An import would come before all.
process.getBuiltinModule('node:module').enableCompileCache();
const { start } = await import('./cli/start.ts');
await start(process.env);
