import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { addCounter, addGauge } from './series.ts';

/** How late the event loop is, and what the process takes. */
export function addProcessGauges(registry: Registry): { close(): void } {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  addGauge(registry, {
    name: 'gateway_event_loop_delay_seconds',
    help: 'How late timers came since the last look, beyond the 10 ms that they are set to; of several processes the worst.',
    aggregator: 'max',
    labelName: 'rank',
    read() {
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - 0.01);
      const values = {
        median: late(delays.percentile(50)),
        p99: late(delays.percentile(99)),
        worst: late(delays.max),
      };
      delays.reset();
      return values;
    },
  });
  addGauge(registry, {
    name: 'gateway_memory_bytes',
    help: 'Memory: resident, of the heap that is used, and of buffers outside of it.',
    labelName: 'kind',
    read() {
      const { rss, heapUsed, external } = process.memoryUsage();
      return { resident: rss, heap: heapUsed, external };
    },
  });
  addCounter(registry, {
    name: 'gateway_cpu_seconds_total',
    help: 'Time that processors have spent on it.',
    read() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  });
  addGauge(registry, {
    name: 'gateway_processes',
    help: 'Processes that answer requests.',
    read: () => 1,
  });
  return { close: () => void delays.disable() };
}
