import type { RedisClientType } from 'redis'
import { StartupError } from '../errors.ts'

/** Loaded only by a portal of several nodes: one node needs no Redis, and not the memory its client takes either. */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisClientType> {
  const { createClient } = await import('redis')
  let isConnected = false
  const client: RedisClientType = createClient({
    url,
    // While starting, one refusal is the answer; afterwards Redis is waited for.
    socket: { connectTimeout: 5000, reconnectStrategy: (retries) => (isConnected ? Math.min(retries * 100, 3000) : false) },
  })
  client.on('error', (error) => isConnected && onError(error))
  try {
    await client.connect()
    isConnected = true
    return client
  } catch (error) {
    throw new StartupError(`REDIS_URL: ${new URL(url).host} can't be reached: ${error instanceof Error ? error.message : String(error)}`)
  }
}
