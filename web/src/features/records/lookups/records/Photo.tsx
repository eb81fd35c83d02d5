import { getCharacterPicture } from '@tenfour/contract'
import { callForFile } from '../../../../platform/api/client.ts'
import { initials } from '../../../../platform/format/text.ts'
import { usePictureAddress } from '../../../people/pictures/pictures.port.ts'
import classes from '../Records.module.css'

type PhotoProps = { characterId: number; name: string; digest: string | null }

/** The photo where there is one; the initials until it is here. */
export function Photo({ characterId, name, digest }: PhotoProps) {
  const address = usePictureAddress(['character-picture', characterId, 'full'], digest, (signal) =>
    callForFile(getCharacterPicture, {
      params: { characterId, size: 'full' },
      query: { digest: digest ?? undefined },
      quiet: true,
      signal,
    }),
  )
  if (address !== undefined) return <img className={classes.photo} src={address} alt={name} />
  return (
    <span className={classes.photo} aria-hidden>
      {initials(name)}
    </span>
  )
}
