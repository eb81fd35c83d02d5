import { Button, Text } from '@mantine/core'
import { medicalSwitch, type OwnCharacter } from '@tenfour/contract'
import { useState } from 'react'
import { useIsOn } from '../../../platform/features/features.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { Fact, Facts, When } from '../../../ui/Facts.tsx'
import { PictureUpload } from '../../people/pictures/pictures.port.ts'
import { FieldFacts } from '../fields/FieldFacts.port.tsx'
import { birthWords } from './character.labels.ts'
import { CharacterDialog } from './CharacterDialog.tsx'
import { CharacterPhoto } from './CharacterParts.tsx'
import { removePhoto, savePhoto } from './characters.actions.ts'
import { Stack } from '../../../ui/layout.tsx'

/** Who a character is. */
export function IdentityCard({ character, now }: { character: OwnCharacter; now: Date }) {
  const hasMedical = useIsOn(medicalSwitch)
  const [isEditing, setEditing] = useState(false)
  const { characterId, bornOn, address, postal, description, occupation, phone, medicalNotes, contacts, deceased } = character
  const facts = [
    ['Address', [address, postal && `postal ${postal}`].filter(Boolean).join(', ')],
    ['Occupation', occupation],
    ['Phone', phone],
    ['Description', description],
    ...(hasMedical
      ? ([
          ['Medical notes', medicalNotes],
          ['Emergency contacts', contacts],
        ] as const)
      : []),
  ] as const
  const given = facts.filter(([, value]) => value !== '')
  const missing = facts.filter(([, value]) => value === '')
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
      <Stack>
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
          <Fact name="Born">{birthWords(bornOn, now)}</Fact>
          {given.map(([label, value]) => (
            <Fact key={label} name={label}>
              <span style={{ whiteSpace: 'pre-line' }}>{value}</span>
            </Fact>
          ))}
          <FieldFacts of="character" values={character.fields} />
          <Fact name="Last used">{character.lastUsedAt ? <When at={character.lastUsedAt} now={now} /> : 'Never'}</Fact>
        </Facts>
        {missing.length > 0 && (
          <Text component="p" size="sm" c="var(--text-faint)">
            Not recorded: {missing.map(([label]) => label.toLowerCase()).join(', ')}
          </Text>
        )}
      </Stack>
      {isEditing && <CharacterDialog character={character} onClose={() => setEditing(false)} />}
    </Card>
  )
}
