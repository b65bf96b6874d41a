import { expect, it, onTestFinished } from 'vitest';
import { startApp } from '../support/running-app.ts';

const form = 'grant_type=implicit&client_id=none&x=';
const asForm = { 'Content-Type': 'application/x-www-form-urlencoded' };

it.each([
  ['that is as long as its reader takes', 16_384, 401],
  ['that is longer', 16_385, 413],
  ['that is longer than what is awaited', 100_001, 413],
])(
  'a body that is awaited before it is read is refused where it is too long for its reader: one %s',
  async (_, bytes, status) => {
    const app = await startApp();
    onTestFinished(app.close);
    const body = form.padEnd(bytes, 'a');
    const send = (whole: BodyInit) =>
      fetch(`${app.url}/oauth/access_token`, {
        method: 'POST',
        headers: asForm,
        body: whole,
        duplex: 'half',
      } as RequestInit);
    for (const whole of [body, new Blob([body]).stream()]) {
      const response = await send(whole);
      expect([response.status, await response.json()]).toMatchObject([
        status,
        { errors: [{ status: String(status) }] },
      ]);
    }
  },
);
