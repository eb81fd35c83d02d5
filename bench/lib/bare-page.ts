import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Exchange } from './page-load.ts'

const MARKER = `;document.body.insertAdjacentHTML('beforeend', '<p id="content">There</p>');`
const compress = (text: string | Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** Pages of the same size as another page, as a document and one script that only inserts a marker. */
export async function serveBarePages() {
  let page = ''
  let script: Buffer = Buffer.alloc(0)
  const server = createServer((request, response) => {
    if (request.url === '/all.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br', 'content-length': script.length }).end(script)
    } else {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** URL of a page with these scripts, parsed but not run, padded to the total size of the other exchanges. */
    pageOf: async (scripts: readonly string[], exchanges: readonly Exchange[]): Promise<string> => {
      const sum = (of: readonly Exchange[]) => of.reduce((total, { bytes }) => total + bytes, 0)
      const documentBytes = sum(exchanges.filter(({ kind }) => kind === 'document'))
      const all = sum(exchanges) - documentBytes
      page = `<!doctype html><html lang="en"><title>Bare</title><body><script src="/all.js"></script><!--${'-'.repeat(Math.max(0, documentBytes - 100))}-->`
      const code = `${scripts.map(asUnused).join('\n')}${MARKER}`
      script = padded(code, all)
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    },
    close: () => void server.close(),
  }
}

/** As a string literal, since modules with imports and exports can't be concatenated. */
const asUnused = (code: string, index: number): string => `var s${index}=${JSON.stringify(code)};`

/** Padded with incompressible data to the given compressed size. */
function padded(code: string, bytes: number): Buffer {
  const own = compress(code)
  if (own.length >= bytes) return own
  return compress(`/*${randomBytes(Math.floor(((bytes - own.length) * 3) / 4)).toString('base64')}*/${code}`)
}
