import { z } from 'zod'
import { Calendar } from './calendar.ts'
import { Look } from './portal/look.live.ts'
import { Measures } from './portal/measures.live.ts'
import { CommunitySounds } from './portal/sounds.live.ts'

/** Configuration sent with the page. Contains no secrets: anyone who opens the portal can read it. */
export const PortalConfig = z.object({
  apiKey: z.string(),
  communityName: z.string(),
  version: z.string(),
  /** Build the page belongs to; if it differs from what the portal serves now, the portal was upgraded. */
  build: z.string(),
  providerUrl: z.string(),
  /** Origins that may frame the portal and hand it a token, with `*` for part of a label. */
  frameOrigins: z.array(z.string()),
  /** The keys of the features that are switched off, as of when the page was served. */
  switchedOff: z.array(z.string()),
  /** The community's days, as of when the page was served; UTC without it. */
  calendar: Calendar.optional(),
  /** How the portal looks, as of when the page was served; as shipped without it. */
  look: Look.optional(),
  /** How money and distances are written, as of when the page was served; as shipped without it. */
  measures: Measures.optional(),
  /** The community's own sounds, as of when the page was served. */
  sounds: CommunitySounds.optional(),
  /** Whether members can sign in with Discord. */
  hasDiscord: z.boolean().optional(),
  /** Whether members of the community's Discord servers can make their account by signing in with Discord. */
  joinsByDiscord: z.boolean().optional(),
  /** Whether the portal sends mails. */
  hasMail: z.boolean().optional(),
  /** Whether people without an account can apply for one. */
  takesApplications: z.boolean().optional(),
  /** There is a bot: tickets and votes are held in Discord. */
  hasBot: z.boolean().optional(),
})
export type PortalConfig = z.infer<typeof PortalConfig>

/** Whether an origin matches a pattern such as `https://cfx-nui-*`, where `*` stands for letters, digits, `-` and `_`. */
export const originMatches = (origin: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.split('*').map(escapeRegExp).join('[A-Za-z0-9_-]+')}$`).test(origin))

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Messages from the portal in the tablet to the page that frames it. */
export type TabletMessage =
  /** Sent at the start and on every change. While nobody is signed in, the framing page may hand over a token. */
  | { readonly type: 'tablet.session'; readonly isSignedIn: boolean }
  /** A key the portal does not use itself; the game gets no keyboard input while the page has focus. */
  | { readonly type: 'tablet.key'; readonly key: string }
