/**
 * What may happen between the gateway and its PostgreSQL server: each fault is answered by 503 on both faces, half-writes nothing,
 * and is over when its cause is, without a restart.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectUnavailable } from '../support/both-faces.ts';
import {
  all,
  countSubscriptions,
  expectAllDone,
  faces,
  proxy,
  untilKeyIsFree,
  untilReady,
  useFaultyGateway,
  write,
} from '../support/faulty-gateway.ts';

/** `npm run test:faults` */
const isThorough = process.env.FAULTS === 'all';

/** For a second pages are answered from memory alone: nobody can have published without its being seen by then. */
const untilDirectoryIsOldMs = 1100;

useFaultyGateway();

it('every request is answered while nothing is broken', expectAllDone);

describe('while the database', () => {
  const outages: Record<string, { begin: () => void }> = {
    'is gone': { begin: () => proxy.refuse() },
    'is a black hole': { begin: () => proxy.silence() },
    'takes longer than a statement may': { begin: () => proxy.delay(1500) },
  };

  it.each(Object.keys(outages))('%s, all is 503 but liveness; then all works again', async (name) => {
    const before = await countSubscriptions();
    outages[name]?.begin();
    await sleep(untilDirectoryIsOldMs);
    // The open connections, one after the other, and then new ones.
    expect(await faces.health()).toEqual([200, 503]);
    const answers = await Promise.all(all().map(([, ask]) => ask()));
    for (const answer of answers) expectUnavailable(answer);
    await proxy.mend();
    await untilReady();
    expect(await countSubscriptions()).toBe(before);
    await expectAllDone();
  });
});

describe('a connection', () => {
  it('that is reset while nobody uses it is replaced, and nobody notices', async () => {
    await Promise.all(all().map(([, ask]) => ask()));
    proxy.reset();
    await sleep(50);
    await expectAllDone();
  });

  const statements = { 'an insert': 'insert into "subscription"', 'an update': 'update "application_key"' };
  const unknown = /whether the write was done is not known\. Look before you send it again/;

  describe.each(['before', 'after'] as const)('that breaks %s the server has run a statement', (when) => {
    it.each(['GraphQL, an insert', 'GraphQL, an update', 'REST, an insert', 'REST, an update'] as const)(
      '%s: 503, and the client is told that nobody knows',
      async (name) => {
        const before = await countSubscriptions();
        const broken = proxy.breakAt(statements[name.includes('insert') ? 'an insert' : 'an update'], when, 'reset');
        expectUnavailable(await write(name), unknown);
        await broken;
        expect(await countSubscriptions()).toBe(before + Number(when === 'after' && name.includes('insert')));
        await expectAllDone();
      },
    );
  });
});

describe('a write under an idempotency key whose connection', () => {
  const unknown =
    /whether the write was done is not known\. Send it again with the same idempotency key: it happens once/;
  const breaks = ['insert into "subscription"', 'insert into "idempotency_key"', 'commit'].flatMap((text) =>
    (['before', 'after'] as const).flatMap((when) =>
      // Silence lasts as long as a time-out.
      (text === 'commit' || isThorough ? (['reset', 'silence'] as const) : (['reset'] as const)).map((fault) => ({
        text,
        when,
        fault,
      })),
    ),
  );
  const inserts = { reset: ['GraphQL, an insert', 'REST, an insert'], silence: ['REST, an insert'] };

  it.each(breaks)(
    'breaks at $text, $when the server has run it ($fault), happens once when it is sent again',
    async (at) => {
      for (const name of inserts[at.fault]) {
        const before = await countSubscriptions();
        const idempotencyKey = randomUUID();
        const broken = proxy.breakAt(at.text, at.when, at.fault);
        expectUnavailable(await write(name, { idempotencyKey }), unknown);
        await broken;
        const isCommitted = at.text === 'commit' && at.when === 'after';
        expect(await countSubscriptions()).toBe(before + Number(isCommitted));
        const [second, third] = [await untilKeyIsFree(name, idempotencyKey), await write(name, { idempotencyKey })];
        expect(second.isReplayed).toBe(isCommitted);
        expect(third).toMatchObject({ isReplayed: true, id: second.id });
        expect(await countSubscriptions()).toBe(before + 1);
      }
    },
  );
});
