import { originMatches } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Our own game resource frames the portal from this origin; other patterns are matched per request. */
const BRIDGE_ORIGIN = 'https://cfx-nui-tenfour'
/**
 * The game's own page, which frames those of resources. Browsers check every ancestor frame, including this one. Always allowed: only the
 * game has this scheme, and the configured origins decide which resource may frame the portal.
 */
const GAME_ORIGIN = 'nui://game'

/** Additional sources of a page besides the portal's own files: images from these origins and inline scripts with these hashes. */
type Extras = { readonly images?: readonly string[]; readonly scripts?: readonly string[] }

const policy = ({ images = [], scripts = [] }: Extras) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    // Mantine puts its responsive rules in style elements.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')

const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
}

const POLICY = 'content-security-policy'

/** The policy of scripts, stylesheets and fonts: it applies to workers and to a file that is opened by itself, else the page's policy does. */
const FILE_POLICY = "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'"
/** Mean something in the answer to a document alone. A page has some twenty files, each with all headers. */
const OF_DOCUMENTS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy', 'x-dns-prefetch-control']

type Options = { readonly frameOrigins: readonly string[]; readonly isHttps: boolean }

/** Hand-written instead of using a library: all but one are constants, and this runs on every request. */
export function secureHeaders(app: FastifyInstance, { frameOrigins, isHttps }: Options) {
  const headers = isHttps ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : ALWAYS
  const policyFor = (referer: string | undefined, extras: Extras = {}) =>
    `${policy(extras)}; frame-ancestors 'self' ${frameAncestors(referer, frameOrigins)}`
  const policyWithoutReferer = policyFor(undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { referer } = request.headers
    reply.headers(headers)
    reply.header(POLICY, referer === undefined ? policyWithoutReferer : policyFor(referer))
    done()
  })
  return {
    /** Leaves a file of the web app the headers that mean something there. */
    forFile: (reply: Pick<FastifyReply, 'header' | 'removeHeader'>) => {
      for (const name of OF_DOCUMENTS) reply.removeHeader(name)
      reply.header(POLICY, FILE_POLICY)
    },
    /** Extends the policy for one page, for example with the origins of map tiles. */
    allow: (request: FastifyRequest, reply: FastifyReply, extras: Extras) => {
      reply.header(POLICY, policyFor(request.headers.referer, extras))
    },
  }
}
export type SecureHeaders = ReturnType<typeof secureHeaders>

/**
 * The frame-ancestors value for this response. The header does not support `https://cfx-nui-*`, so such a pattern is replaced by the origin
 * that frames the page now (the referrer), if the pattern matches it.
 */
export function frameAncestors(referer: string | undefined, patterns: readonly string[]): string {
  const isPlain = (pattern: string) => !pattern.includes('*') || /^https?:\/\/\*\./.test(pattern)
  const framing = referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
  const origins = new Set(patterns.filter(isPlain))
  if (originMatches(BRIDGE_ORIGIN, patterns)) origins.add(BRIDGE_ORIGIN)
  if (framing !== undefined && originMatches(framing, patterns)) origins.add(framing)
  origins.add(GAME_ORIGIN)
  return [...origins].join(' ')
}
