import { describe, expect, it } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import {
  demoFolder,
  type Ended,
  migratedFolder,
  run,
  startGateway,
  temporaryFolder,
} from '../support/gateway-process.ts';

const token = (DATA_DIR: string, ...args: string[]): Promise<Ended> => run('src/cli/token.ts', args, { DATA_DIR });

describe('npm run token', () => {
  it('prints a token and nothing else, while the gateway runs and while it does not', async () => {
    const DATA_DIR = await demoFolder();
    const gateway = await startGateway({ DATA_DIR });
    const tokens = [await token(DATA_DIR)];
    gateway.kill('SIGTERM');
    await gateway.ended;
    tokens.push(await token(DATA_DIR, '--client', 'demo-storefront'));
    const clients = tokens.map(({ code, stdout, stderr }) => {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
      return JSON.parse(Buffer.from(stdout.split('.')[1] ?? '', 'base64url').toString());
    });
    expect(clients).toMatchObject([
      { sub: demoCredentials.clientId, grant: 'client_credentials' },
      { sub: 'demo-storefront', grant: 'client_credentials' },
    ]);
  });

  it.each([
    [['--client', 'nobody'], /^No application key has the client id 'nobody'\./],
    [['--nope'], /^Unknown option '--nope'/],
    [['extra'], /^Unexpected argument 'extra'/],
    [['--client'], /^Option '--client <value>' argument missing/],
  ])('says in a sentence what is wrong with %j', async (args, sentence) => {
    const { code, stdout, stderr } = await token(await migratedFolder(), ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('    at ');
  });

  it('says where tokens come from when they come from elsewhere', async () => {
    const { code, stdout, stderr } = await run('src/cli/token.ts', [], {
      DATA_DIR: await temporaryFolder(),
      AUTH_JWKS_URL: 'https://issuer.example/jwks',
      AUTH_ISSUER: 'https://issuer.example/',
      AUTH_AUDIENCE: 'shop',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Tokens come from https:\/\/issuer\.example\/ \(AUTH_ISSUER\)/);
  });
});
