import { type FormEvent, useState } from 'react';
import { shopData } from '#data';
import type { Problem } from '../data/shop-data.ts';
import { KeysDocument, type KeysQuery, RenameKeyDocument } from '../generated/graphql.ts';
import { usePageTitle } from '../location.ts';
import { Field } from '../parts/field.tsx';
import { Notice, Waiting } from '../parts/notice.tsx';

type Key = NonNullable<KeysQuery['applicationKeys']>['nodes'][number];

export function KeysPage() {
  usePageTitle('Application keys');
  const { data, problem } = shopData.useRead(KeysDocument, {}, { atShop: true });
  if (!data?.applicationKeys) return problem ? <Notice problem={problem} /> : <Waiting />;
  return (
    <>
      <h1>Application keys</h1>
      <p className="lead">
        What programs sign in with. A new name is seen wherever the key is shown: caches know it by its id.
      </p>
      <ul className="keys">
        {data.applicationKeys.nodes.map((key) => (
          <li key={key.id}>
            <KeyForm applicationKey={key} />
          </li>
        ))}
      </ul>
    </>
  );
}

function KeyForm({ applicationKey: { id, name, clientId } }: { readonly applicationKey: Key }) {
  const rename = shopData.useWrite(RenameKeyDocument);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const written = await rename({ input: { id, name: String(new FormData(event.currentTarget).get('name') ?? '') } });
    setProblem(written.problem);
  }

  return (
    <form className="key" onSubmit={submit} noValidate>
      <div>
        <strong>{name}</strong>
        <code>{clientId}</code>
      </div>
      <Field label="Name" name="name" defaultValue={name} error={problem?.fields.name} />
      <button type="submit">Rename</button>
      {problem && !problem.fields.name && <Notice problem={problem} />}
    </form>
  );
}
