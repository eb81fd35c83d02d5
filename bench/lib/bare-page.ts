import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Exchange } from './page-load.ts'

const MARKER = `;document.body.insertAdjacentHTML('beforeend', '<p id="content">There</p>');`
const compress = (text: string | Buffer) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** Pages that weigh as much as another does, in the document and one script, and do nothing but say that they are there. */
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
    /** The address of a page with these scripts, parsed but not run, and as many bytes besides as everything else had. */
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

/** As a string, which is read but not compiled: a module's imports and exports can't stand within another. */
const asUnused = (code: string, index: number): string => `var s${index}=${JSON.stringify(code)};`

/** Filled up with what can't be compressed until it is that large once compressed. */
function padded(code: string, bytes: number): Buffer {
  const own = compress(code)
  if (own.length >= bytes) return own
  return compress(`/*${randomBytes(Math.floor(((bytes - own.length) * 3) / 4)).toString('base64')}*/${code}`)
}
