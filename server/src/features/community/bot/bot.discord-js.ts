/** The one place that loads discord.js: it takes time and memory, so nothing does before there is a token. */
export const loadDiscordJs = () => import('discord.js')
export type DiscordJs = Awaited<ReturnType<typeof loadDiscordJs>>
