import { UNIT_CLASS, type OwnCharacter } from '@tenfour/contract'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { reportError } from '../../../platform/errors/report.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { serverName } from './character.labels.ts'
import { play, stop } from './characters.actions.ts'

type Size = 'xs' | 'sm'

/** Plays a character on the server where the member is on duty as a civilian, or puts it away. Nothing where neither is possible. */
export function PlayButton({ character, size = 'sm' }: { character: OwnCharacter; size?: Size }) {
  const { duty } = useSignedInUser()
  const servers = useServers()
  const { playedOn, deceased } = character
  if (playedOn !== null)
    return (
      <ActionButton variant="default" size={size} leftSection={<IconPlayerStop size={16} aria-hidden />} action={() => putAway(character)}>
        Stop playing
      </ActionButton>
    )
  if (!duty || duty.unitClass !== UNIT_CLASS.Other || deceased) return null
  return (
    <ActionButton size={size} leftSection={<IconPlayerPlay size={16} aria-hidden />} action={() => playHere(character, duty.serverId)}>
      Play on {serverName(servers.data, duty.serverId)}
    </ActionButton>
  )
}

export const playHere = (character: OwnCharacter, serverId: number): Promise<unknown> =>
  play(character, serverId).catch((error: unknown) => reportError(error, `${character.name} is not being played`))

export const putAway = (character: OwnCharacter): Promise<unknown> =>
  stop(character).catch((error: unknown) => reportError(error, `${character.name} is still being played`))
