import type { RedisClientType } from 'redis'
import { StartupError } from '../errors.ts'

/** Imported lazily: a single node needs no Redis, nor the memory its client takes. */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisClientType> {
  const { createClient } = await import('redis')
  let isConnected = false
  const client: RedisClientType = createClient({
    url,
    // While starting, fail on the first refusal; afterwards keep reconnecting.
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
