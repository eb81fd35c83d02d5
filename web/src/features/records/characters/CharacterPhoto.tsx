import { getCharacterPicture, type OwnCharacter } from '@tenfour/contract'
import { callForFile } from '../../../platform/api/client.ts'
import { initials } from '../../../platform/format/text.ts'
import { usePictureAddress } from '../../people/pictures/pictures.port.ts'
import classes from './Characters.module.css'

type CharacterPhotoProps = {
  character: Pick<OwnCharacter, 'characterId' | 'name' | 'picture'>
  /** Its width; it is a fifth higher. */
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
