import { VERSION } from '../../../version.ts'

/**
 * Discord demands this form, and Cloudflare may turn away a call without it; discord.js sends its own. The address names the software: that of a
 * portal may be private.
 */
export const DISCORD_AGENT = { 'user-agent': `DiscordBot (https://tenfour.example, ${VERSION})` } as const
