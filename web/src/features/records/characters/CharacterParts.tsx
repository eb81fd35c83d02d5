import { getCharacterPicture, type OwnCharacter, UNIT_CLASS } from '@tenfour/contract'
import { callForFile } from '../../../platform/api/client.ts'
import { initials } from '../../../platform/format/text.ts'
import { usePictureAddress } from '../../people/pictures/pictures.port.ts'
import { useServers } from '../../../platform/servers/servers.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { serverName, type characterFlags } from './character.labels.ts'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { reportError } from '../../../platform/errors/report.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { play, stop } from './characters.actions.ts'
import classes from './Characters.module.css'

type CharacterPhotoProps = {
  character: Pick<OwnCharacter, 'characterId' | 'name' | 'picture'>
  /** The width of the photo, in pixels. Its height is a fifth more. */
  width: number
}

/** A character's photo, or their initials. Hidden from screen readers, because the name is always shown beside it. */
export function CharacterPhoto({ character: { characterId, name, picture }, width }: CharacterPhotoProps) {
  const size = width > 96 ? 'full' : 'thumbnail'
  const src = usePictureAddress(['character-picture', characterId, size], picture, (signal) =>
    callForFile(getCharacterPicture, { params: { characterId, size }, quiet: true, signal }),
  )
  const style = { width, height: width * 1.2, fontSize: width * 0.34 }
  if (src !== undefined) return <img className={classes.photo} src={src} alt="" style={style} />
  return (
    <span className={classes.photo} aria-hidden style={style}>
      {initials(name)}
    </span>
  )
}

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
