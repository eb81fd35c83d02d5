import type { Server } from '@tenfour/contract'

/** The list with this server in it; one that is already known in a newer version stays. */
export function withServer(servers: readonly Server[], server: Server): Server[] {
  const known = servers.find((each) => each.serverId === server.serverId)
  if (!known) return [...servers, server]
  return servers.map((each) => (each === known && server.version >= known.version ? server : each))
}

export const withoutServer = (servers: readonly Server[], serverId: number): Server[] =>
  servers.filter((each) => each.serverId !== serverId)
