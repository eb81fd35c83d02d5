import { z } from 'zod'

/** What the page is given by the server that sends it. Nothing here is secret: anyone who opens the portal can read it. */
export const PortalConfig = z.object({
  apiKey: z.string(),
  communityName: z.string(),
  version: z.string(),
  providerUrl: z.string(),
  /** Origins, with `*` for one label part, that may frame the portal and hand it a token. */
  frameOrigins: z.array(z.string()),
})
export type PortalConfig = z.infer<typeof PortalConfig>

/** Whether an origin matches one of the patterns, `https://cfx-nui-*` style: `*` stands for letters, digits, `-` and `_`. */
export const originMatches = (origin: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(escapeRegExp).join('[A-Za-z0-9_-]+')}$`).test(origin))

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
