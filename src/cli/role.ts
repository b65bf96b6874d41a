/** What one of several processes does beside answering requests: some of it is to be done once. */
export interface Role {
  /** Loads the demo store where there is nothing, and says where the gateway is. */
  readonly isFirst: boolean;
  /** Builds indexes, and removes what nobody needs any more. */
  readonly doesBackgroundWork: boolean;
}

/** The first one may be the only one, which has no name. */
const roles = {
  first: { isFirst: true, doesBackgroundWork: true },
  background: { isFirst: false, doesBackgroundWork: true },
  other: { isFirst: false, doesBackgroundWork: false },
} as const satisfies Record<string, Role>;
export type RoleName = keyof typeof roles;

const variable = 'GATEWAY_ROLE';

/** For the environment of a process that is started. */
export function environmentOf(role: RoleName): Record<string, string> {
  return { [variable]: role };
}

export function roleOf(environment: NodeJS.ProcessEnv): Role {
  return roles[environment[variable] as RoleName] ?? roles.first;
}
