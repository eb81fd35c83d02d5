import { accessSubject, cadDepartment, isAllowed, type CurrentUser, type ServerStatus } from '@tenfour/contract'

export type FounderStep = 'department' | 'server' | 'members' | 'cad'

type Known = {
  readonly user: CurrentUser
  readonly servers: readonly Pick<ServerStatus, 'lastHeartbeatAt'>[]
  readonly accounts: number
  readonly patrols: number
}

/** Which of the first steps are done, from what the portal knows. */
export const founderSteps = ({ user, servers, accounts, patrols }: Known): Record<FounderStep, boolean> => ({
  department: isAllowed(cadDepartment, accessSubject(user)),
  server: servers.some(({ lastHeartbeatAt }) => lastHeartbeatAt !== null),
  members: accounts > 1,
  cad: patrols > 0 || Boolean(user.duty),
})
