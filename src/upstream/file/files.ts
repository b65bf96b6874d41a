/** Files as they come with the products that name them: the platform shows shoppers no others. */
import type { File } from '../../domain/file/file.ts';
import type { FileService } from '../../domain/file/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';

export interface UpstreamFiles extends FileService {
  note(requestContext: RequestContext, files: readonly File[]): void;
}

export function createUpstreamFiles(): UpstreamFiles {
  // A request has one budget, in however many contexts it reads.
  const noted = new WeakMap<RequestContext['budget'], Map<string, File>>();
  const filesOf = ({ budget }: RequestContext) => {
    const files = noted.get(budget) ?? new Map<string, File>();
    noted.set(budget, files);
    return files;
  };
  return {
    note(requestContext, files) {
      const known = filesOf(requestContext);
      for (const file of files) known.set(file.id, file);
    },

    async getMany(requestContext, ids) {
      const known = filesOf(requestContext);
      return new Map(
        ids.flatMap((id) => {
          const file = known.get(id);
          return file ? [[id, file] as const] : [];
        }),
      );
    },
  };
}
