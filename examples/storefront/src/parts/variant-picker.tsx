import type { OptionUnavailableReason, ProductQuery } from '../generated/graphql.ts';

type Product = NonNullable<ProductQuery['productBy']>;
type Availability = NonNullable<Product['optionAvailability']>[number];

interface VariantPickerProps {
  readonly variations: Product['variations'];
  readonly availability: readonly Availability[];
  /** The platform's ids of options, one of each variation at the most. */
  readonly selected: readonly string[];
  readonly onSelect: (selected: readonly string[]) => void;
}

const reasons: Readonly<Record<OptionUnavailableReason, string>> = {
  NO_SUCH_COMBINATION: 'is not made with what you chose',
  NOT_LIVE: 'is not on sale at the moment with what you chose',
  NOT_IN_RELEASE: 'is not part of this range with what you chose',
};

/** Options that lead nowhere are struck out, and say why; they can be chosen all the same where that gives up another one. */
export function VariantPicker({ variations, availability, selected, onSelect }: VariantPickerProps) {
  const byOption = new Map(availability.map((one) => [one.optionId, one]));
  const dead = variations.flatMap(({ options }) =>
    options.flatMap(({ resourceId, name }) => {
      const reason = byOption.get(resourceId)?.reason;
      return reason ? [`${name} ${reasons[reason]}.`] : [];
    }),
  );
  return (
    <div className="picker">
      {variations.map(({ id, name, options }) => (
        <fieldset key={id}>
          <legend>{name}</legend>
          {options.map(({ resourceId, name: option }) => {
            const { isAvailable = true, reason = null } = byOption.get(resourceId) ?? {};
            const isSelected = selected.includes(resourceId);
            const others = selected.filter((one) => !options.some((of) => of.resourceId === one));
            return (
              <button
                key={resourceId}
                type="button"
                className={isAvailable ? 'option' : 'option dead'}
                aria-pressed={isSelected}
                disabled={!isAvailable && !isSelected}
                title={reason ? `${option} ${reasons[reason]}.` : undefined}
                onClick={() => onSelect(isSelected ? others : [...others, resourceId])}
              >
                {option}
              </button>
            );
          })}
        </fieldset>
      ))}
      <ul className="dead-ends" aria-live="polite">
        {dead.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
