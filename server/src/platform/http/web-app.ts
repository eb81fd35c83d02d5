import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { PortalConfig } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { sendError } from './error-handler.ts'
import type { SecureHeaders } from './security.ts'

/** The page configuration, without the build id. */
export type PageConfig = Omit<PortalConfig, 'build'>

const PLACEHOLDER = '<!--portal-config-->'

type Options = {
  readonly folder: string
  /** From memory: serving a page needs no query. */
  readonly content: () => PageContent
  readonly headers: SecureHeaders
}
export type PageContent = {
  readonly config: PageConfig
  /** Additional origins the page may load images from. */
  readonly imageOrigins: readonly string[]
}

/** Serves the built web app: its files as they are, and for every other path the page with its configuration. */
export async function serveWebApp(app: FastifyInstance, { folder, content, headers }: Options): Promise<void> {
  const portal = readTemplate(join(folder, 'index.html'))
  const display = readTemplate(join(folder, 'dui.html'))
  const build = portal?.build ?? ''
  const pageAt = readPages(join(folder, 'pages.json'))

  if (portal !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // File names under assets/ carry a hash of their content.
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (isHashed) headers.forFile(reply)
      },
    })
  }
  app.get('/portal-config.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ...content().config, build }))

  // No caching at all, not even revalidation: the game would keep showing a cached page after an upgrade.
  const asPage = (reply: FastifyReply) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { config, imageOrigins } = content()
    headers.allow(request, reply, { images: imageOrigins, scripts: portal?.scripts ?? [] })
    const page = renderPage(portal, config, build, pageAt(pathOf(request)))
    asPage(reply)
    return inEncoding(request, reply, page)
  }
  // The address of a display in the game contains a key, so it must not leak as a referrer.
  const sendDisplay = async (request: FastifyRequest, reply: FastifyReply) => {
    const { config, imageOrigins } = content()
    headers.allow(request, reply, { images: imageOrigins, scripts: display?.scripts ?? [] })
    asPage(reply).header('referrer-policy', 'no-referrer')
    return inEncoding(request, reply, renderPage(display, config, build))
  }
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.get('/dui', sendDisplay)
  app.get('/dui/*', sendDisplay)
  app.get('/dui.html', sendDisplay)
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request)
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !path.startsWith('/assets/') && path !== '/api'
    if (!isPage) return sendError(request, reply, new AppError('not_found', 'There is nothing at this address'))
    return reply.send(await sendPage(request, reply))
  })
}

type Rendered = { readonly text: string; gzipped?: Buffer }

/** Compressed once: the document names all files of a page, and nothing is fetched before it has arrived. It contains no secret. */
function inEncoding(request: FastifyRequest, reply: FastifyReply, page: Rendered): string | Buffer {
  reply.header('vary', 'accept-encoding')
  if (!/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')) return page.text
  reply.header('content-encoding', 'gzip')
  return (page.gzipped ??= gzipSync(page.text))
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

type Template = {
  readonly text: string
  readonly scripts: readonly string[]
  readonly build: string
  /** One entry for each page the build knows, and one for all other paths. */
  readonly rendered: WeakMap<PageConfig, Map<Page | undefined, Rendered>>
}

/** The page with its configuration, rendered once per configuration and page. */
function renderPage(template: Template | undefined, config: PageConfig, build: string, page?: Page): Rendered {
  if (template === undefined) throw new AppError('unavailable', 'The web app has not been built: run npm start')
  const pages = template.rendered.get(config) ?? new Map<Page | undefined, Rendered>()
  template.rendered.set(config, pages)
  const known = pages.get(page)
  if (known !== undefined) return known
  // `<` is escaped so that nothing in a name can close the script element.
  const json = JSON.stringify(PortalConfig.parse({ ...config, build })).replaceAll('<', '\\u003c')
  const text = template.text.replace(
    PLACEHOLDER,
    () => `<script type="application/json" id="portal-config">${json}</script>${headOf(page)}`,
  )
  const rendered = { text }
  pages.set(page, rendered)
  return rendered
}

/** The built page and the hashes of its inline scripts. File names in it contain content hashes, so its hash identifies the build. */
function readTemplate(file: string): Template | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const inline = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const sha256 = (data: string) => createHash('sha256').update(data)
  return {
    text,
    scripts: inline.map((script) => `sha256-${sha256(script).digest('base64')}`),
    build: sha256(text).digest('hex').slice(0, 16),
    rendered: new WeakMap(),
  }
}

/** Build information about a page (`web/build/pages.ts`). */
const Page = z.object({
  path: z.string(),
  files: z.array(z.string()),
  calls: z.object({ signedOut: z.array(z.string()), signedIn: z.array(z.string()), socket: z.string().optional() }),
})
export type Page = z.infer<typeof Page>

/** Finds the page for a path. Undefined if unknown, which only makes it load more slowly. */
export function readPages(file: string): (path: string) => Page | undefined {
  const pages = existsSync(file) ? z.array(Page).parse(JSON.parse(readFileSync(file, 'utf8'))) : []
  const known = new Map(pages.map((page) => [page.path, page]))
  const patterns = pages.filter(({ path }) => path.includes('$')).map((page) => ({ page, parts: page.path.split('/') }))
  return (path) => {
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
    const exact = known.get(plain)
    if (exact) return exact
    const parts = plain.split('/')
    const matches = (pattern: readonly string[]) =>
      pattern.length === parts.length && pattern.every((part, index) => part.startsWith('$') || part === parts[index])
    return patterns.find((each) => matches(each.parts))?.page
  }
}

/**
 * Head elements for a page: its files, fetched in parallel with the document's own, and the API calls it makes first. Preloaded only, not
 * run: a missing file is handled by whatever imports it.
 */
export function headOf(page: Page | undefined): string {
  if (!page) return ''
  const links = page.files.map(
    (file) => `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" crossorigin href="/${file}">`,
  )
  return `${links.join('')}<script type="application/json" id="first-calls">${JSON.stringify(page.calls)}</script>`
}
