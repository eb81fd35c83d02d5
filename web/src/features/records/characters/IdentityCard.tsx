import { Button } from '@mantine/core'
import type { OwnCharacter } from '@tenfour/contract'
import { useState } from 'react'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { Fact, Facts, When } from '../../../ui/Facts.tsx'
import { PictureUpload } from '../../people/pictures/pictures.port.ts'
import { birthWords } from './character-words.ts'
import { CharacterDialog } from './CharacterDialog.tsx'
import { CharacterPhoto } from './CharacterPhoto.tsx'
import { removePhoto, savePhoto } from './characters.actions.ts'
import classes from './Characters.module.css'

/** Who a character is. */
export function IdentityCard({ character, now }: { character: OwnCharacter; now: Date }) {
  const [isEditing, setEditing] = useState(false)
  const { characterId, name, bornOn, address, postal, description, occupation, phone, medicalNotes, contacts, deceased } = character
  const upload = async (file: File) => {
    await savePhoto(characterId, file)
    notify.success('The photo is saved')
  }
  const remove = async () => {
    await removePhoto(characterId)
    notify.success('Photo removed')
  }
  return (
    <Card
      title="Identity"
      link={
        <Button variant="default" size="xs" onClick={() => setEditing(true)}>
          Edit
        </Button>
      }
    >
      <div className={classes.identity}>
        <PictureUpload
          word="photo"
          shown={<CharacterPhoto character={character} width={72} />}
          hasPicture={character.picture !== null}
          onUpload={upload}
          onRemove={remove}
          hint="Police, fire and communications on duty see it."
        />
        <Facts>
          {deceased && (
            <Fact name="Deceased">
              {dateOnly(deceased.at)}
              {deceased.cause && `: ${deceased.cause}`}
            </Fact>
          )}
          <Fact name="Name">{name}</Fact>
          <Fact name="Born">{birthWords(bornOn, now)}</Fact>
          <Given name="Address" value={[address, postal && `postal ${postal}`].filter(Boolean).join(', ')} />
          <Given name="Occupation" value={occupation} />
          <Given name="Phone" value={phone} />
          <Given name="Description" value={description} />
          <Given name="Medical notes" value={medicalNotes} />
          <Given name="Emergency contacts" value={contacts} />
          <Fact name="Last used">{character.lastUsedAt ? <When at={character.lastUsedAt} now={now} /> : 'Never'}</Fact>
        </Facts>
      </div>
      {isEditing && <CharacterDialog character={character} onClose={() => setEditing(false)} />}
    </Card>
  )
}

const Given = ({ name, value }: { name: string; value: string }) => (
  <Fact name={name}>{value ? <span className={classes.given}>{value}</span> : <span className="faint">Not given</span>}</Fact>
)
