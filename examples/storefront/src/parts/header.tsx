import { shopData } from '#data';
import { MenuDocument } from '../generated/graphql.ts';
import { hrefOf, languages, navigate, usePlace } from '../location.ts';
import { CategoryLink } from './category-link.tsx';
import { Link } from './link.tsx';

const channels = { '': 'Web', mobile: 'Mobile' };

export function Header() {
  const place = usePlace();
  const { data } = shopData.useRead(MenuDocument, { context: { channel: place.channel, language: place.language } });
  return (
    <header className="header">
      <Link to="/" className="brand">
        On Purpose
      </Link>
      <nav className="menu" aria-label="Categories">
        {data?.catalogRoots?.nodes.map((root) => (
          <CategoryLink key={root.id} trail={[root]} />
        ))}
        <Link to="/subscribe">Subscriptions</Link>
      </nav>
      <div className="switches">
        <Switch
          label="Channel"
          options={channels}
          value={place.channel}
          onChange={(channel) => navigate(hrefOf(place.path, { ...place, channel }), window.history.state)}
        />
        <Switch
          label="Language"
          options={languages}
          value={place.language}
          onChange={(language) => navigate(hrefOf(place.path, { ...place, language }), window.history.state)}
        />
      </div>
    </header>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Switch({ label, options, value, onChange }: SwitchProps) {
  return (
    <label className="switch">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(options).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
