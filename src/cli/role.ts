/** What one of several processes does beside answering requests: some of it is to be done once. */
export interface Role {
  /** Loads the demo store where there is nothing, and says where the gateway is. */
  readonly isFirst: boolean;
  /** Builds indexes, and removes what nobody needs any more. */
  readonly doesBackgroundWork: boolean;
}

export type RoleName = 'first' | 'background' | 'other';

/** Of the one process there is. */
const everything: Role = { isFirst: true, doesBackgroundWork: true };

const roles: Readonly<Record<RoleName, Role>> = {
  first: everything,
  background: { isFirst: false, doesBackgroundWork: true },
  other: { isFirst: false, doesBackgroundWork: false },
};

const variable = 'GATEWAY_ROLE';

/** For the environment of a process that is started. */
export function environmentOf(role: RoleName): Record<string, string> {
  return { [variable]: role };
}

export function roleOf(environment: NodeJS.ProcessEnv): Role {
  return roles[environment[variable] as RoleName] ?? everything;
}
