import { expect, it } from 'vitest';
import { misspeltVariables } from '../../src/cli/misspelt-variables.ts';
import { readConfig } from '../../src/config.ts';
import { demoFolder, startGateway } from '../support/gateway-process.ts';

const { variables } = readConfig({});

it.each([
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['log_level', 'LOG_LEVEL'],
  ['PROT', 'PORT'],
  ['RATE_LIMIT_PER_CLIENTS', 'RATE_LIMIT_PER_CLIENT'],
])('%s is told to mean %s', (name, meant) => {
  expect(misspeltVariables([name], variables)).toEqual([{ name, meant }]);
});

it('says nothing of what is set right, and of what is not ours', () => {
  const others = ['HOME', 'PATH', 'PWD', 'USER', 'SHELL', 'LANG', 'TERM', 'HOSTNAME', 'NODE_OPTIONS', 'PGHOST', 'TZ'];
  expect(misspeltVariables([...variables, ...others], variables)).toEqual([]);
});

it('a start tells it in the log', async () => {
  const gateway = await startGateway({ DATA_DIR: await demoFolder(), CORS_ORIGIN: 'https://shop.example' });
  gateway.kill('SIGTERM');
  const { stdout } = await gateway.ended;
  const told = stdout.split('\n').filter((line) => line.includes('CORS_ORIGIN'));
  expect(told.map((line) => JSON.parse(line).msg)).toEqual([
    'CORS_ORIGIN is not a setting of the gateway, and is ignored. Was CORS_ORIGINS meant?',
  ]);
});
