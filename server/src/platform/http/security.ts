import { originMatches } from '@tenfour/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A resource of ours in the game frames the portal from here; other patterns are matched as they come. */
const BRIDGE_ORIGIN = 'https://cfx-nui-tenfour'
/**
 * The game's own page, in which it frames those of resources. A browser checks every frame above the portal, this one too. It is allowed
 * always: only the game has this scheme, and which resource may frame the portal is decided by the origins besides.
 */
const GAME_ORIGIN = 'nui://game'

/** What a page needs beside the portal's own files: pictures of these origins, and the scripts of these hashes that are part of it. */
type Also = { readonly images?: readonly string[]; readonly scripts?: readonly string[] }

const policy = ({ images = [], scripts = [] }: Also) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    // Mantine places its responsive rules in style elements.
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

type Options = { readonly frameOrigins: readonly string[]; readonly isHttps: boolean }

/** Written out rather than taken from a library: all but one are constants, and this runs on every request. */
export function secureHeaders(app: FastifyInstance, { frameOrigins, isHttps }: Options) {
  const headers = isHttps ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : ALWAYS
  const policyFor = (referer: string | undefined, also: Also = {}) =>
    `${policy(also)}; frame-ancestors 'self' ${frameAncestors(referer, frameOrigins)}`
  const policyWithoutReferer = policyFor(undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { referer } = request.headers
    reply.headers(headers)
    reply.header(POLICY, referer === undefined ? policyWithoutReferer : policyFor(referer))
    done()
  })
  return {
    /** A page may do a little more than the rest: show the tiles of the community's map, say. */
    allow: (request: FastifyRequest, reply: FastifyReply, also: Also) => {
      reply.header(POLICY, policyFor(request.headers.referer, also))
    },
  }
}
export type SecureHeaders = ReturnType<typeof secureHeaders>

/**
 * The frame-ancestors this answer allows. The header knows no `https://cfx-nui-*`, so a pattern of that kind is turned into the one origin
 * that frames the page now, which the browser names as the referrer, and only if the pattern covers it.
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
