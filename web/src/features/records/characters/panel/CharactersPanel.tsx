import { Button, Text } from '@mantine/core'
import { accessSubject, civilian, isAllowed, type OwnCharacter, type OwnRecords } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { Empty, PageError } from '../../../../ui/PageStates.tsx'
import { isOpen as isOpenFine } from '../../fines/fine.labels.port.ts'
import { FineGlance } from '../../fines/FineGlance.port.tsx'
import { LicenceGlance } from '../../licences/LicenceGlance.port.tsx'
import { belongingsOf, useOwnRecords } from '../../own-records/own-records.port.ts'
import { VehicleGlance } from '../../vehicles/VehicleGlance.port.tsx'
import { VehicleOffers } from '../../vehicles/VehicleOffers.port.tsx'
import { birthWords, characterFlags } from '../character.labels.ts'
import { CharacterPhoto, CharacterStatus, PlayButton, playHere, putAway } from '../CharacterParts.tsx'
import { CharacterChoice } from './CharacterChoice.tsx'
import { PanelLoading } from '../../../../panels/PanelParts.tsx'
import { Stack, Row } from '../../../../ui/layout.tsx'
import classes from './CharactersPanel.module.css'

/** On the civilian's desktop: which character is played here, and what it carries. */
export function CharactersPanel() {
  const isCivilian = isAllowed(civilian, accessSubject(useSignedInUser()))
  if (isCivilian) return <OwnCharacters />
  return (
    <div className={classes.panel}>
      <Empty title="No characters" text="Characters are for members of a civilian department." />
    </div>
  )
}

function OwnCharacters() {
  const { records, error, retry } = useOwnRecords()
  return (
    <div className={classes.panel}>
      <PanelHeader count={records?.characters.length}>
        <Link to="/user/characters" className={classes.all}>
          All characters
        </Link>
      </PanelHeader>
      {error !== undefined ? (
        <PageError error={error} title="Your characters could not be loaded" onRetry={retry} />
      ) : !records ? (
        <PanelLoading lines={['60%', '80%', '45%']} />
      ) : records.characters.length === 0 ? (
        <Empty
          title="No characters yet"
          text="Create the person you play, then choose them here."
          action={<Button renderRoot={(props) => <Link to="/user/characters" {...props} />}>Create a character</Button>}
        />
      ) : (
        <Chosen records={records} />
      )}
    </div>
  )
}

/** Characters by name, so that playing one does not move the others; the deceased last. */
const inPanelOrder = (characters: readonly OwnCharacter[]): readonly OwnCharacter[] =>
  characters.toSorted((a, b) => Number(a.deceased !== null) - Number(b.deceased !== null) || a.name.localeCompare(b.name))

function Chosen({ records }: { records: OwnRecords }) {
  const now = useNow()
  const { duty } = useSignedInUser()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const characters = inPanelOrder(records.characters)
  const played = characters.find(({ playedOn }) => playedOn !== null && playedOn === duty?.serverId)
  const chosen = characters.find(({ characterId }) => characterId === chosenId) ?? played ?? characters[0]
  if (!chosen) return null
  const toggle = () => {
    if (chosen.playedOn !== null) void putAway(chosen)
    else if (duty && !chosen.deceased) void playHere(chosen, duty.serverId)
  }
  return (
    <>
      <VehicleOffers records={records} now={now} />
      <div className={classes.columns}>
        <CharacterChoice characters={characters} chosenId={chosen.characterId} onChoose={setChosenId} onToggle={toggle} />
        <Glance key={chosen.characterId} character={chosen} records={records} now={now} />
      </div>
    </>
  )
}

function Glance({ character, records, now }: { character: OwnCharacter; records: OwnRecords; now: Date }) {
  const { characterId, name, bornOn } = character
  const { vehicles, licences, fines } = belongingsOf(records, characterId)
  return (
    <section className={classes.glance} aria-label={name}>
      <Row gap="8px 12px">
        <CharacterPhoto character={character} width={52} />
        <Stack gap={2} style={{ flex: '1 1 140px' }}>
          <Link to="/user/characters/$characterId" params={{ characterId: String(characterId) }} className={classes.name}>
            {name}
          </Link>
          <span className="muted">{bornOn === null ? '' : birthWords(bornOn, now)}</span>
          <Row as="span" gap={4}>
            <CharacterStatus character={character} flags={characterFlags(records, character, now)} />
          </Row>
        </Stack>
        <PlayButton character={character} size="xs" />
      </Row>
      {fines.some(isOpenFine) && (
        <>
          <Text component="h2" size="xs" c="dimmed" fw={600} mt={8}>
            Fines
          </Text>
          <FineGlance characterId={characterId} fines={fines} />
        </>
      )}
      <Text component="h2" size="xs" c="dimmed" fw={600} mt={8}>
        Licences
      </Text>
      <LicenceGlance licences={licences} now={now} />
      <Text component="h2" size="xs" c="dimmed" fw={600} mt={8}>
        Vehicles
      </Text>
      {vehicles.length === 0 ? (
        <Text component="p" inherit c="dimmed">
          No vehicles
        </Text>
      ) : (
        <VehicleGlance vehicles={vehicles} transfers={records.transfers} now={now} />
      )}
    </section>
  )
}
