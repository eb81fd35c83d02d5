import { constants, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileReason, isCode } from '../../../platform/data-folder/file-error.ts'
import { syncFolder } from '../../../platform/data-folder/kept-file.ts'
import { AppError } from '../../../platform/errors.ts'
import { readExport } from './export.read.ts'
import { assertPath, zipped } from './export.zip.ts'

type Options = Parameters<typeof readExport>[0] & {
  /** A zip archive where it ends in `.zip`, otherwise a folder. */
  readonly target: string
}

/** Writes an export. It has its name once it is whole and on the disk, and can be read by its owner only. */
export async function writeExport({ target, ...options }: Options): Promise<{ files: number; bytes: number }> {
  if (existsSync(target)) throw new AppError('conflict', `${target} exists: name another file or folder`)
  const unfinished = `${target}.unfinished`
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rm(unfinished, { recursive: true, force: true })
    const written = target.endsWith('.zip') ? await writeArchive(unfinished, options) : await writeFolder(unfinished, options)
    await rename(unfinished, target)
    syncFolder(dirname(target))
    return written
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    if (isCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EIO')) {
      throw new AppError('unavailable', `${target} can’t be written: ${fileReason(error)}. No export was made`)
    }
    throw error
  }
}

async function writeFile(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    for await (const piece of content) await file.appendFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writeArchive(path: string, options: Omit<Options, 'target'>) {
  let files = 0
  const counted = async function* () {
    for await (const entry of readExport(options)) {
      files += 1
      yield entry
    }
  }
  await writeFile(path, zipped(counted()))
  return { files, bytes: (await stat(path)).size }
}

async function writeFolder(folder: string, options: Omit<Options, 'target'>) {
  const made = { files: 0, bytes: 0 }
  for await (const { path, content } of readExport(options)) {
    const file = join(folder, assertPath(path))
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, content)
    made.files += 1
    made.bytes += (await stat(file)).size
  }
  return made
}
