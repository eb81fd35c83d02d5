import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { issueKey } from '../../server/src/platform/auth/api-keys.ts'
import type { Db } from '../../server/src/platform/database/database.ts'

const SIMULATE = fileURLToPath(new URL('../../bridge/src/simulate/main.ts', import.meta.url))
const PLAYERS = 48

/** A simulated game server in a separate process, with on-duty members among its players, who drive around on the map; dispatchers sit. */
export async function startGame(db: Db, url: string): Promise<() => Promise<void>> {
  const { id: serverId } = await db.selectFrom('servers').select('id').orderBy('id').executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('users')
    .leftJoin('units', 'units.user_id', 'users.id')
    .select((eb) => [
      'users.name',
      'users.steam_id as steam',
      eb
        .exists(
          eb
            .selectFrom('user_departments as m')
            .innerJoin('departments as d', 'd.id', 'm.department_id')
            .select('d.id')
            .whereRef('m.user_id', '=', 'users.id')
            .where('m.is_primary', '=', true)
            .where('d.type', '=', 'Comms'),
        )
        .as('isDispatcher'),
    ])
    .where('users.steam_id', '~', '^[0-9a-f]{15}$')
    .orderBy((eb) => eb.case().when('units.status', '>', 1).then(0).else(1).end())
    .orderBy('users.id')
    .limit(PLAYERS)
    .execute()
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-demo-game-'))
  const file = join(folder, 'members.json')
  writeFileSync(file, JSON.stringify(members))
  const key = await issueKey(db, {}, 'server', 'The simulated game server', serverId)
  const child = spawn(process.execPath, [SIMULATE, '--url', url, '--players', String(PLAYERS), '--members', file], {
    env: { ...process.env, TENFOUR_KEY: key },
    // The IPC channel closes when the demo ends, however that happens.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
