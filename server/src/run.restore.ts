import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createArrival, type Arrival } from './features/portal/backup/backup.arrival.ts'
import { restoreHere, standingHere } from './features/portal/backup/backup.machine.ts'
import { isOfLater, isPortalRunning } from './features/portal/backup/backup.restore.ts'
import { createWorkers } from './features/portal/backup/backup.work.ts'
import type { Config } from './platform/config/config.ts'
import { IN_UTC } from './platform/database/database.ts'
import { complain, complainOf, say } from './platform/log/say.ts'
import { createUpgradeNotice } from './run.upgrade.ts'

type ArrivedBackup = { readonly file: string; readonly passPhrase: string }

/** Takes a backup at set-up. `begin` is called once it is to be restored, which needs the portal to end first. */
export function takeBackups(config: Config, begin: (backup: ArrivedBackup) => void): { arrival: Arrival; close: () => Promise<void> } {
  const workers = createWorkers()
  const arrival = createArrival({
    dataDir: config.dataDir,
    read: async (file, passPhrase, tell) => {
      const preview = await workers.preview({ file, passPhrase }, ({ share }) => tell(share))
      return { ...preview, hasList: isOfLater(standingHere(config), preview) }
    },
    // The answer to the request is on its way first.
    begin: (backup) => void setImmediate(begin, backup),
  })
  return { arrival, close: workers.close }
}

type Options = ArrivedBackup & {
  readonly config: Config
  readonly url: string
  /** The port that the portal had. */
  readonly port: number
  readonly arrival: Arrival
  readonly onOpened: (close: () => Promise<void>) => void
}

const ALONE_MS = 10_000
const LOOK_MS = 100

/** Restores the backup that arrived into the empty database of a portal that has ended, and says on its port how far it is. A failure leaves all as it was. */
export async function restoreArrived({ config, url, port, file, passPhrase, arrival, onOpened }: Options): Promise<void> {
  const notice = createUpgradeNotice(port, config.host)
  onOpened(notice.close)
  const tell = (share: number) => notice.tell({ step: 'restoring', share: Math.min(1, share) })
  tell(0)
  say('A backup is being restored')
  try {
    await untilAlone(url)
    const { head } = await restoreHere(config, { url, file, passPhrase, onProgress: (read, all) => tell(read / all) })
    await arrival.remove()
    say(`The backup of ${head.madeAt.slice(0, 16).replace('T', ' ')} UTC is restored. Everybody has to sign in again`)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    arrival.failed(problem)
    complain(`The backup was not restored: ${problem}`)
  } finally {
    await notice.close()
  }
}

/** Connections of the portal that has ended take a moment to go. Connections of another portal are refused by the restore itself. */
async function untilAlone(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'tenfour-restore' })
  client.on('error', complainOf)
  await client.connect()
  try {
    await client.query(IN_UTC)
    const until = Date.now() + ALONE_MS
    while (Date.now() < until && (await isPortalRunning(client))) await sleep(LOOK_MS)
  } finally {
    await client.end().catch(() => undefined)
  }
}
