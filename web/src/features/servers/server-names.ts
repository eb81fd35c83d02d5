import type { Server, ServerStatus } from '@tenfour/contract'

/** The statuses under the names the servers have now; one that was retired meanwhile is left out. */
export function namedNow(statuses: readonly ServerStatus[], servers: readonly Server[] | undefined): ServerStatus[] {
  if (!servers) return [...statuses]
  return statuses.flatMap((status) => {
    const server = servers.find(({ serverId }) => serverId === status.serverId)
    return server ? [{ ...status, name: server.name, environment: server.environment }] : []
  })
}

/** '17 units on duty, 9 calls'. */
export const activityText = ({ unitsOnDuty, activeCalls }: Pick<ServerStatus, 'unitsOnDuty' | 'activeCalls'>): string =>
  `${counted(unitsOnDuty, 'unit')} on duty, ${counted(activeCalls, 'call')}`

const counted = (count: number, noun: string): string => `${count === 0 ? 'no' : count} ${count === 1 ? noun : `${noun}s`}`
