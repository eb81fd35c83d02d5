export { botWords } from './discord.labels.ts'
export { chosenGuild } from './discord-lists.ts'
export { DiscordHeader } from './DiscordHeader.tsx'
export { onDriftChanged, useDiscord, useDiscordNews } from './discord.queries.ts'
