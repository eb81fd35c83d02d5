import type { Server, ServerActivity, ServerLive } from '@tenfour/contract'

/** The status fields come from the live room. */
export type KnownServer = Server & Partial<ServerLive & ServerActivity>

/** The list with this server added or replaced; a newer version already in it is kept. */
export function withServer(servers: readonly KnownServer[], server: Server): KnownServer[] {
  const known = servers.find((each) => each.serverId === server.serverId)
  if (!known) return [...servers, server]
  return servers.map((each) => (each === known && server.version >= known.version ? { ...known, ...server } : each))
}

export const withoutServer = (servers: readonly KnownServer[], serverId: number): KnownServer[] =>
  servers.filter((each) => each.serverId !== serverId)

export const withLive = (servers: readonly KnownServer[], live: (ServerLive | ServerActivity) & Pick<Server, 'serverId'>): KnownServer[] =>
  servers.map((each) => (each.serverId === live.serverId ? { ...each, ...live } : each))
