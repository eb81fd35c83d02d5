export { chosenGuild } from './discord-lists.ts'
export { onDriftChanged } from './discord.queries.ts'
export { DiscordHeader } from './DiscordHeader.tsx'
export { useDiscord } from './use-discord.ts'
