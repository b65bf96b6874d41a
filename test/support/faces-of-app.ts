import { demoCredentials } from '../../src/demo/application-keys.ts';
import { askBothFaces, type BothFaces } from './both-faces.ts';
import type { RunningApp } from './running-app.ts';

/** Both faces of an application in this process, with a fresh token of the demo's admin key. */
export async function facesOf({ tokens, url }: Pick<RunningApp, 'tokens' | 'url'>): Promise<BothFaces> {
  const issued = await tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  return askBothFaces({ url, token: issued?.accessToken ?? '' });
}
