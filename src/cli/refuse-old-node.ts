const [leastMajor, leastMinor] = [22, 19];
/** Of 23 the first with Zstandard, which the response cache packs by, and 22 has had since 22.15. */
const leastOf23 = 8;

/**
 * Ends where Node.js is older than the gateway needs, with a sentence: what is native would end the process without a word.
 * NOTE: imports nothing, since whatever it imported would be read by the older one first.
 */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const leastOfMajor = { [leastMajor]: leastMinor, 23: leastOf23 }[major] ?? 0;
  if (major >= leastMajor && minor >= leastOfMajor) return;
  const least = major === 23 ? `${major}.${leastOf23}` : `${leastMajor}.${leastMinor}`;
  process.stderr.write(`The gateway needs Node.js ${least} or later, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
