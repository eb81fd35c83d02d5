import { getHealth } from '@tenfour/contract'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { publicRoute } from '../../platform/http/route.ts'

const PATIENCE_MS = 2000

export const healthPlugin: FastifyPluginAsync<{ db: Db; version: string }> = async (app, { db, version }) => {
  publicRoute(app, getHealth, async (_caller, _input, reply) => {
    const ready = await isAnswering(db)
    // A load balancer looks at the status, not at the body.
    if (!ready) reply.status(503)
    return { live: true as const, ready, version }
  })
}

async function isAnswering(db: Db): Promise<boolean> {
  const answer = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PATIENCE_MS)))
  return Promise.race([answer, impatience]).finally(() => clearTimeout(timer))
}
