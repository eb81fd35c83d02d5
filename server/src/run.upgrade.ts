import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { UpgradeProgress } from '@tenfour/contract'
import { backUpBeforeUpgrade, listUpgradeBackup, type UpgradeBackup } from './features/portal/backup/backup.upgrade.ts'
import type { Keys } from './features/portal/backup/backup.write.ts'
import { migrate } from './platform/database/migrate.ts'
import type { Schema } from './platform/database/schema-files.ts'
import { VERSION } from './version.ts'

type Options = {
  readonly url: string
  readonly dataDir: string
  /** Read only when there is something to back up. */
  readonly keys: () => Keys & { readonly 'secrets-key': string }
  readonly passPhrase: string | undefined
  /** False if the operator chose to upgrade without a backup. */
  readonly backsUp: boolean
  readonly onProgress?: (progress: UpgradeProgress) => void
  readonly schema?: Schema
}

/** Brings the database up to date. A database in use is backed up first, and the backup is read back. Returns the names of the migrations applied. */
export async function upgradeDatabase({ url, dataDir, keys, passPhrase, backsUp, onProgress, schema }: Options): Promise<string[]> {
  let backup: UpgradeBackup | undefined
  const tell = (step: UpgradeProgress['step'], share: number) => onProgress?.({ step, share: Math.min(1, Math.max(0, share)) })
  return migrate(url, schema, {
    before: async (newest) => {
      if (!backsUp) return
      tell('reading', 0)
      const progress = ({ step, share }: { step: 'reading' | 'checking'; share: number }) => tell(step, share)
      backup = await backUpBeforeUpgrade({ url, dataDir, keys: keys(), passPhrase, newest, onProgress: progress })
    },
    inside: async (client) => {
      if (backup) await listUpgradeBackup(client, backup)
    },
    onStep: (step) => {
      if (step.kind === 'waiting') tell('waiting', 0)
      else tell('migrating', step.done / step.of)
    },
  })
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>TITLE</title>
<style>:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style></head>
<body><h1>TITLE</h1><p role="status">WHERE</p><p>This page loads again by itself.</p></body></html>`

const WORDS: Readonly<Record<UpgradeProgress['step'], string>> = {
  waiting: 'Another portal is bringing the database up to date',
  reading: 'The database is being backed up',
  checking: 'The backup is being read back',
  migrating: 'The database is being brought up to date',
  restoring: 'A backup is being restored',
}
const titleOf = ({ step }: UpgradeProgress) => (step === 'restoring' ? 'A backup is being restored' : 'Tenfour is being upgraded')

/** Answers on the portal's port while an upgrade or a restore takes its time, so that nobody takes it for a portal that is down. */
export function createUpgradeNotice(port: number, host: string) {
  let current: UpgradeProgress | undefined
  let server: Promise<Server> | undefined
  const percent = (share: number) => `${Math.min(99, Math.floor(share * 100))} %`
  const line = ({ step, share }: UpgradeProgress) => `${WORDS[step]}${step === 'waiting' ? '' : `: ${percent(share)}`}`

  const listen = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const made = createServer((request, response) => {
        const path = request.url?.split('?')[0] ?? '/'
        const headers = { 'retry-after': '5', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
        const migrating = current ?? { step: 'migrating', share: 0 }
        const answer = (type: string, body: string) => response.writeHead(503, { ...headers, 'content-type': type }).end(body)
        if (path === '/api/health') {
          answer('application/json', JSON.stringify({ live: true, ready: false, degraded: [], version: VERSION, migrating }))
        } else if (path.startsWith('/api/')) {
          answer(
            'application/json',
            JSON.stringify({
              code: 'unavailable',
              message: line(migrating),
              requestId: migrating.step === 'restoring' ? 'restore' : 'upgrade',
            }),
          )
        } else answer('text/html; charset=utf-8', PAGE.replaceAll('TITLE', titleOf(migrating)).replace('WHERE', line(migrating)))
      })
      made.once('error', reject)
      made.listen(port, host, () => resolve(made))
    })

  return {
    line,
    /** Called with each step; the first call starts to answer. */
    tell: (progress: UpgradeProgress): void => {
      current = progress
      server ??= listen()
      server.catch(() => undefined)
    },
    port: async (): Promise<number | undefined> => {
      const address = (await server)?.address() as AddressInfo | null | undefined
      return address?.port
    },
    /** Gives the port back to the portal. */
    close: async (): Promise<void> => {
      const made = await server?.catch(() => undefined)
      server = undefined
      if (!made) return
      const closed = new Promise((resolve) => made.close(resolve))
      made.closeAllConnections()
      await closed
    },
  }
}
