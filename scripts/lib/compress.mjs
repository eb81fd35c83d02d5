import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|html|txt|map)$/
const WORTH_IT = 1024

const brotli = (data) =>
  promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } })

/** Writes `.br` and `.gz` next to each file that shrinks, so that the server need not compress at runtime. */
export const compressFolder = async (folder) => {
  const compress = async (entry) => {
    const file = join(entry.parentPath ?? entry.path, entry.name)
    const data = await readFile(file)
    if (data.length < WORTH_IT) return
    const [small, compatible] = await Promise.all([brotli(data), promisify(gzip)(data, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)])
  }
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  await Promise.all(entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name)).map(compress))
}
