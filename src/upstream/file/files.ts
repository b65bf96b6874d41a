/** Files as they come with the products that name them: the platform shows shoppers no others. */
import type { File } from '../../domain/file/file.ts';
import type { FileService } from '../../domain/file/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { unsupported } from '../platform.ts';

export interface UpstreamFiles extends FileService {
  /** `named`: by the products that they came with. */
  note(requestContext: RequestContext, files: readonly File[], named: readonly string[]): void;
}

export function createUpstreamFiles(): UpstreamFiles {
  // A request has one budget, in however many contexts it reads.
  const noted = createMemo<RequestContext['budget'], Map<string, File | null>>('files');
  const filesOf = ({ budget }: RequestContext) => memoised(noted, budget, () => new Map());
  return {
    note(requestContext, files, named) {
      const known = filesOf(requestContext);
      for (const file of files) known.set(file.id, file);
      for (const id of named) if (!known.has(id)) known.set(id, null);
    },

    async getMany(requestContext, ids) {
      const known = filesOf(requestContext);
      if (ids.some((id) => !known.has(id))) throw fileAlone();
      return new Map(
        ids.flatMap((id) => {
          const file = known.get(id);
          return file ? [[id, file] as const] : [];
        }),
      );
    },
  };
}

function fileAlone() {
  return unsupported('The platform shows a file only with the products that name it: read one of those.');
}
