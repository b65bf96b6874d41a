/** What a collector gets of the started program. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoFolder, temporaryFolder } from '../support/gateway-process.ts';
import { openOtlpReceiver } from '../support/otlp-receiver.ts';
import { startProgram } from '../support/program.ts';

async function openReceiver() {
  const receiver = await openOtlpReceiver();
  onTestFinished(receiver.close);
  return receiver;
}

async function start(environment: Readonly<Record<string, string>>) {
  const program = await startProgram({ DATA_DIR: await demoFolder(), ...environment });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

const products = '{ products(first: 1) { totalCount } }';

describe('traces of the program', { timeout: 120_000 }, () => {
  it('come from each worker, as instances of one service, and the last ones when it stops', async () => {
    const receiver = await openReceiver();
    const program = await start({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: 'shop', OTEL_RESOURCE_ATTRIBUTES: 'team=a' },
      ...{ WORKERS: '2', LOG_LEVEL: 'info' },
      ...{
        OTEL_BSP_SCHEDULE_DELAY: '600000',
        OTEL_BSP_MAX_QUEUE_SIZE: '100000',
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10000',
      },
    });
    let asked = 0;
    const answering = () => new Set(program.output().match(/"pid":\d+(?=[^\n]*"msg":"answered")/g));
    while (answering().size < 2 || asked < 20) {
      await fetch(`${program.url}/graphql?query=${encodeURIComponent(products)}`, { headers: { connection: 'close' } });
      asked += 1;
      await sleep(5);
    }
    expect(receiver.spans).toEqual([]);
    expect(await program.stop()).toBe(0);
    const requests = receiver.spans.filter(({ name }) => name === 'GET /graphql');
    expect(requests).toHaveLength(asked);
    const resources = requests.map(({ resource }) => resource);
    expect(new Set(resources.map((resource) => resource['service.instance.id'])).size).toBe(2);
    for (const resource of resources) expect(resource).toMatchObject({ 'service.name': 'shop', team: 'a' });
  });

  it('are nothing that is loaded where none are wanted', async () => {
    const script = join(await temporaryFolder(), 'tell.mjs');
    const tell = "if (/opentelemetry|tracing[-/]/.test(url)) console.error('LOADED', url);";
    await writeFile(
      script,
      `import { registerHooks } from 'node:module';
      registerHooks({ load: (url, context, next) => { ${tell} return next(url, context); } });`,
    );
    const loading = async (environment: Readonly<Record<string, string>>) => {
      const program = await start({ ...environment, NODE_OPTIONS: `--import=${script}` });
      await program.ask(products);
      return program.output().includes('LOADED');
    };
    expect(await loading({ OTEL_SERVICE_NAME: 'shop', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toBe(false);
    expect(await loading({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBe(true);
  });

  it('that no collector takes are told once, hold up nothing, and do not keep it from stopping', async () => {
    const program = await start({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '50' },
      ...{ OTEL_BSP_SCHEDULE_DELAY: '20', LOG_LEVEL: 'warn' },
    });
    const told = () => program.output().split('traces can not be sent').length - 1;
    while (told() === 0) expect((await program.ask(products)).status).toBe(200);
    for (let round = 0; round < 10; round += 1) {
      expect((await program.ask(products)).status).toBe(200);
      await sleep(50);
    }
    expect(told()).toBe(1);
    expect(program.output()).not.toContain('"msg":"unexpected error"');
    expect(await program.stop()).toBe(0);
  });
});
