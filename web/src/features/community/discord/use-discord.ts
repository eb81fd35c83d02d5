import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'
import { discordQuery, forgetSnapshot, keepNews, keepSnapshot, refreshGuilds } from './discord.queries.ts'

/** The bot, the Discord servers it is in and what waits, updated live; and so are the channels and roles that are loaded. */
export function useDiscord(follow: typeof subscribe = subscribe) {
  useEffect(() => {
    const leave = follow(
      'discord',
      {},
      {
        onSnapshot: (snapshot, { seq, known }) => {
          keepSnapshot(snapshot)
          // The snapshot has no channels and roles.
          if (known !== seq) refreshGuilds().catch(reportError)
        },
        onDelta: keepNews,
      },
    )
    return () => {
      leave()
      forgetSnapshot()
    }
  }, [follow])
  return useQuery(discordQuery)
}
