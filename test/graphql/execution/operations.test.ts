import { expect, it } from 'vitest';
import type { WatchStep } from '../../../src/graphql/execution/watch-step.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('the steps of an operation', (open) => {
  const gateway = useOpened(() => openGateway(open));

  /** In which turn of the event loop each step of the query began. */
  async function turnsOfSteps(query: string): Promise<Record<string, number>> {
    let turn = 0;
    let isDone = false;
    const countTurn = () => {
      turn += 1;
      if (!isDone) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const begun: Record<string, number> = {};
    const watchStep: WatchStep = ({ name }, run) => {
      begun[name] = turn;
      return run();
    };
    const { errors, shown } = await gateway.with({ watchStep }).ask(query);
    isDone = true;
    expect(errors, shown).toEqual([]);
    return begun;
  }

  it('of a short document are done at once', async () => {
    const { parse, validate, plan, execute } = await turnsOfSteps('{ limits { cost } }');
    expect([validate, plan, execute]).toEqual([parse, parse, parse]);
  });

  it('of a long document leave room for others', async () => {
    const fields = Array.from({ length: 190 }, (_, at) => `f${at}: cost`).join(' ');
    const { validate = 0, plan = 0, execute = 0 } = await turnsOfSteps(`{ limits { ${fields} } }`);
    expect(plan).toBeGreaterThan(validate);
    expect(execute).toBeGreaterThan(plan);
  });
});
