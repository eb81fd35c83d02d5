import type { OwnCharacter } from '@tenfour/contract'
import { useServers } from '../../../platform/servers/servers.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { serverName, type characterFlags } from './character.labels.ts'

type CharacterStatusProps = { character: OwnCharacter; flags: ReturnType<typeof characterFlags> }

/** Where a character is being played, and what its member should know of it. */
export function CharacterStatus({ character: { playedOn }, flags }: CharacterStatusProps) {
  const servers = useServers()
  return (
    <>
      {playedOn !== null && (
        <StatusBadge tone="available" variant="soft">
          Played on {serverName(servers.data, playedOn)}
        </StatusBadge>
      )}
      {flags.map(({ word, tone }) => (
        <StatusBadge key={word} tone={tone} variant="soft">
          {word}
        </StatusBadge>
      ))}
    </>
  )
}
