import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../platform/errors.ts'

const BUILT = fileURLToPath(new URL('../../../../../bridge/dist/tenfour.zip', import.meta.url))
const TYPE = 'application/zip' as const

type ResourceFile = { readonly type: typeof TYPE; readonly bytes: Uint8Array; readonly digest: string }

/** The zip that the build made, kept in memory until there is a newer one. */
export function createResourceDownload(file: string = BUILT) {
  let kept: { readonly state: string; readonly content: ResourceFile } | undefined
  return async (): Promise<ResourceFile> => {
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new AppError('not_found', 'The FiveM resource has not been built here: run npm run build on the machine of the portal')
    })
    const state = `${found.size}-${found.mtimeMs}`
    if (kept?.state !== state) {
      const bytes = await readFile(file)
      kept = { state, content: { type: TYPE, bytes, digest: createHash('sha256').update(bytes).digest('hex') } }
    }
    return kept.content
  }
}
