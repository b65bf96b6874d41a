/** The mirror can't be renewed: why, in a sentence. */
export class MirrorProblem extends Error {
  override readonly name = 'MirrorProblem';
}
