// Asks the registry for known vulnerabilities of what the lockfile names. In what runs in production any one is a fault, in
// what only develops a high or a critical one. A registry that can't be asked (offline, a mirror) is said, and is no fault.
import { spawnSync } from 'node:child_process';

const severities = ['info', 'low', 'moderate', 'high', 'critical'];

const hasFaults = [
  findVulnerabilities('production', ['--omit=dev'], 'info'),
  findVulnerabilities('development', [], 'high'),
].some((found) => found);
process.exitCode = hasFaults ? 1 : 0;

function findVulnerabilities(name, options, level) {
  const report = ask(options);
  if (report.vulnerabilities === undefined) {
    const reason = report.message ?? report.error?.summary ?? 'it gave no report';
    say(`${name}: NOT AUDITED, the registry could not be asked (${reason})`);
    return false;
  }
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => {
    return severities.indexOf(severity) >= severities.indexOf(level);
  });
  for (const { name: dependency, severity, range, via } of found) {
    const reasons = via.map((one) => one.title ?? `by ${one}`).join('; ');
    say(`${name}: ${severity}: ${dependency} ${range}: ${reasons}`);
  }
  if (found.length === 0) say(`${name}: no vulnerabilities of level ${level} or above`);
  return found.length > 0;
}

function ask(options) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const shell = process.platform === 'win32';
  const { stdout, error } = spawnSync(npm, ['audit', '--json', ...options], {
    encoding: 'utf8',
    timeout: 60_000,
    shell,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: error?.message ?? 'npm gave no report' };
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
