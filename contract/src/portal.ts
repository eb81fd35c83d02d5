import { z } from 'zod'

/** What the page is given by the server that sends it. Nothing here is secret: anyone who opens the portal can read it. */
export const PortalConfig = z.object({
  apiKey: z.string(),
  communityName: z.string(),
  version: z.string(),
  /** Of which build the page is; another one than the portal serves now means that it was upgraded meanwhile. */
  build: z.string(),
  providerUrl: z.string(),
  /** Origins, with `*` for one label part, that may frame the portal and hand it a token. */
  frameOrigins: z.array(z.string()),
})
export type PortalConfig = z.infer<typeof PortalConfig>

/** Whether an origin matches one of the patterns, `https://cfx-nui-*` style: `*` stands for letters, digits, `-` and `_`. */
export const originMatches = (origin: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(escapeRegExp).join('[A-Za-z0-9_-]+')}$`).test(origin))

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** What the portal, shown in the tablet of the game, says to the page that frames it. */
export type TabletMessage =
  /** When it has started, and whenever it changes: whoever frames it may hand it a token while nobody is signed in. */
  | { readonly type: 'tablet.session'; readonly isSignedIn: boolean }
  /** A key it has no use for itself: the game does not hear the keyboard while the page has it. */
  | { readonly type: 'tablet.key'; readonly key: string }
