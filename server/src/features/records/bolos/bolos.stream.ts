export const boloStream = (serverId: number): string => `bolos:${serverId}`
