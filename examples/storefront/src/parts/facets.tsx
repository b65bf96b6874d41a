/** What the listed products can be narrowed by: each value with the number of products that have it. */
import { useEffect, useState } from 'react';
import type { FacetsFragment } from '../generated/graphql.ts';
import { isNarrowed, noWish, type Wish } from '../wish.ts';

interface FacetsProps {
  readonly facets: FacetsFragment;
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
  readonly language: string;
}

export function Facets({ facets: { tags, options, prices }, wish, onChange, language }: FacetsProps) {
  return (
    <details className="facets" open={window.innerWidth > 720}>
      <summary>Narrow down</summary>
      {/* Of what is ticked, the facets leave out what no product has that is left, as after another search: it can be given up here. */}
      {isNarrowed(wish) && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // It goes with what it gives up, and the focus with it.
            currentTarget.parentElement?.querySelector('summary')?.focus();
            onChange({ ...noWish, sort: wish.sort, search: wish.search });
          }}
        >
          Show all again
        </button>
      )}
      {prices && <PriceRange prices={prices} wish={wish} onChange={onChange} language={language} />}
      {options?.map(({ variationId, name, options: ofVariation }) => (
        <Group
          key={variationId}
          title={name ?? ''}
          values={ofVariation.map(({ optionId, name: shown, count }) => ({
            value: optionId,
            name: shown ?? '',
            count,
          }))}
          ticked={wish.options[variationId] ?? []}
          onChange={(ticked) => onChange({ ...wish, options: { ...wish.options, [variationId]: ticked } })}
        />
      ))}
      <Group
        title="Tags"
        values={(tags ?? []).map(({ value, count }) => ({ value, name: value, count }))}
        ticked={wish.tags}
        onChange={(ticked) => onChange({ ...wish, tags: ticked })}
      />
    </details>
  );
}

interface GroupProps {
  readonly title: string;
  readonly values: readonly { readonly value: string; readonly name: string; readonly count: number }[];
  readonly ticked: readonly string[];
  readonly onChange: (ticked: readonly string[]) => void;
}

function Group({ title, values, ticked, onChange }: GroupProps) {
  if (values.length === 0) return null;
  return (
    <fieldset>
      <legend>{title}</legend>
      {values.map(({ value, name, count }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={ticked.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...ticked, value] : ticked.filter((one) => one !== value))
            }
          />
          {name} <small>{count}</small>
        </label>
      ))}
    </fieldset>
  );
}

function PriceRange({ prices, wish, onChange, language }: Omit<FacetsProps, 'facets'> & { readonly prices: Prices }) {
  const [min, max] = [Number(prices.min.amount), Number(prices.max.amount)];
  const [dragged, setDragged] = useState<number | null>(null);
  const amount = Math.min(dragged ?? wish.maxAmount ?? max, max);
  // A hundred steps, so that the arrow keys lead somewhere, too.
  const step = Math.max(1, Math.ceil((max - min) / 100));
  // Asks once the shopper has let go, and not for each place that the slider is drawn over.
  useEffect(() => {
    if (dragged === null) return;
    const timer = setTimeout(() => {
      setDragged(null);
      onChange({ ...wish, maxAmount: dragged + step <= max ? dragged : null });
    }, 250);
    return () => clearTimeout(timer);
  }, [dragged, step, max, wish, onChange]);
  const shown = new Intl.NumberFormat(language, { style: 'currency', currency: prices.max.currency });
  const unit = 10 ** (shown.resolvedOptions().maximumFractionDigits ?? 0);
  return (
    <fieldset>
      <legend>Price</legend>
      <label className="range">
        Up to {shown.format(amount / unit)}
        <input
          type="range"
          aria-label="Highest price"
          min={min}
          max={max}
          step={step}
          value={amount}
          onChange={({ target }) => setDragged(Number(target.value))}
        />
      </label>
    </fieldset>
  );
}

type Prices = NonNullable<FacetsFragment['prices']>;
