import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { SecureHeaders } from './security.ts'

const DOCUMENTS = new URL('../../../../contract/api/', import.meta.url)
const PAGE = new URL('./api-docs.html', import.meta.url)

/** Sent compressed where the browser takes that. The digest is that of what is sent uncompressed. */
type File = { readonly type: string; readonly text: Buffer; readonly gzipped: Buffer; readonly tag: string }

async function prepare(type: string, text: Buffer): Promise<File> {
  return { type, text, gzipped: await promisify(gzip)(text), tag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}

function send(request: FastifyRequest, reply: FastifyReply, { type, text, gzipped, tag }: File): unknown {
  reply.header('cache-control', 'no-cache').header('etag', tag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) return reply.status(304).send()
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.type(type).send(isGzipped ? gzipped : text)
}

/** A document of what leaves the portal, as it was recorded, with the portal's version. */
function readDocument(name: string, version: string): Promise<File> {
  const document = JSON.parse(readFileSync(new URL(name, DOCUMENTS), 'utf8')) as { info: object }
  return prepare('application/json; charset=utf-8', Buffer.from(JSON.stringify({ ...document, info: { ...document.info, version } })))
}

/**
 * The viewer's script. Its package gives it to Fastify alone, within a page of its own that no strict content security policy allows, so that a
 * server that never listens asks for it.
 */
async function readViewer(): Promise<File> {
  const { default: viewer } = await import('@scalar/fastify-api-reference')
  const source = Fastify()
  await source.register(viewer, { routePrefix: '/docs', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await source.inject('/docs/js/scalar.js')
  await source.close()
  if (statusCode !== 200) throw new Error(`The viewer of the API's documents has no script: ${statusCode}`)
  return prepare('text/javascript; charset=utf-8', rawPayload)
}

/** Reads what is asked for when it is first asked for: the viewer alone has four megabytes. */
function once(read: () => Promise<File>): () => Promise<File> {
  let reading: Promise<File> | undefined
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}

/** The API's documents, and a page that shows them and tries calls out. For everyone, signed in or not. */
export function serveApiDocs(app: FastifyInstance, { version, headers }: { version: string; headers: SecureHeaders }): void {
  const files = {
    '/api/openapi.json': once(() => readDocument('openapi.json', version)),
    '/api/asyncapi.json': once(() => readDocument('asyncapi.json', version)),
    '/api/docs/viewer.js': once(readViewer),
  }
  for (const [path, read] of Object.entries(files)) app.get(path, async (request, reply) => send(request, reply, await read()))

  const page = readFileSync(PAGE, 'utf8')
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
  )
  app.get('/api/docs', (request, reply) => {
    headers.allow(request, reply, { scripts })
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)
  })
}
