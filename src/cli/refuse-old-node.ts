const [leastMajor, leastMinor] = [22, 19];

/**
 * Ends where Node.js is older than the gateway needs, with a sentence: what is native would end the process without a word.
 * NOTE: imports nothing, since whatever it imported would be read by the older one first.
 */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  const least = `${leastMajor}.${leastMinor}`;
  process.stderr.write(`The gateway needs Node.js ${least} or later, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
