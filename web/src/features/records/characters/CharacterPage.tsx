import { Button } from '@mantine/core'
import { IdParam, type OwnCharacter, type OwnRecords } from '@tenfour/contract'
import { IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { ClaimsCard } from '../claims/ClaimsCard.port.tsx'
import { FinesCard } from '../fines/FinesCard.port.tsx'
import { LicencesCard } from '../licences/LicencesCard.port.tsx'
import { belongingsOf, useOwnRecords } from '../own-records/own-records.port.ts'
import { VehicleOffers } from '../vehicles/VehicleOffers.port.tsx'
import { VehiclesCard } from '../vehicles/VehiclesCard.port.tsx'
import { WeaponsCard } from '../weapons/WeaponsCard.port.tsx'
import { birthWords, characterFlags, lossWords } from './character.labels.ts'
import { removeCharacter } from './characters.actions.ts'
import { CharacterStatus, PlayButton } from './CharacterParts.tsx'
import { IdentityCard } from './IdentityCard.tsx'
import { LookupsCard } from './LookupsCard.tsx'
import { RecordCard } from './RecordCard.tsx'
import { Stack, Row, Columns } from '../../../ui/layout.tsx'

export function CharacterPage() {
  const { characterId: param } = useParams({ from: '/shell/user/characters/$characterId' })
  const characterId = IdParam.parse(param)
  const { records, error, retry } = useOwnRecords()
  const character = records?.characters.find((each) => each.characterId === characterId)
  if (records && character) return <CharacterView key={characterId} character={character} records={records} />
  return (
    <>
      <h1 className="visually-hidden">Character</h1>
      {error !== undefined ? (
        <PageError error={error} title="Your characters could not be loaded" onRetry={retry} action={<BackButton />} />
      ) : !records ? (
        <PageLoading label="Loading the character" />
      ) : (
        <Card>
          <Empty
            icon={<IconUserOff size={28} stroke={1.6} />}
            title="There is no such character"
            text="It may have been deleted, or belong to another member."
            action={<BackButton />}
          />
        </Card>
      )}
    </>
  )
}

function CharacterView({ character, records }: { character: OwnCharacter; records: OwnRecords }) {
  const now = useNow()
  const { characterId, name, bornOn, occupation } = character
  const { vehicles, licences, weapons, claims, fines } = belongingsOf(records, characterId)
  return (
    <>
      <PageHeader
        title={name}
        subtitle={
          <Row as="span" gap="4px 8px">
            <span>{[bornOn && `Born ${birthWords(bornOn, now)}`, occupation].filter(Boolean).join(' · ')}</span>
            <CharacterStatus character={character} flags={characterFlags(records, character, now)} />
          </Row>
        }
        actions={
          <>
            <PlayButton character={character} />
            <DeleteButton character={character} records={records} />
            <BackButton />
          </>
        }
      />
      <VehicleOffers records={records} toCharacterId={characterId} now={now} />
      <Columns of="minmax(0, 1.7fr) minmax(0, 1fr)" align="start" stackBelow="60em">
        <Stack>
          <VehiclesCard character={character} vehicles={vehicles} records={records} now={now} />
          <WeaponsCard characterId={characterId} weapons={weapons} />
          <FinesCard characterId={characterId} fines={fines} licences={licences} now={now} />
          <RecordCard characterId={characterId} />
        </Stack>
        <Stack>
          <LicencesCard characterId={characterId} licences={licences} now={now} />
          <IdentityCard character={character} now={now} />
          <ClaimsCard character={character} claims={claims} now={now} />
          <LookupsCard characterId={characterId} />
        </Stack>
      </Columns>
    </>
  )
}

function DeleteButton({ character, records }: { character: OwnCharacter; records: OwnRecords }) {
  const navigate = useNavigate()
  const { name, characterId } = character
  const remove = async () => {
    const question = { title: 'Delete this character?', subject: name, confirmLabel: 'Delete', danger: true }
    if (!(await confirm({ ...question, body: lossWords(records, characterId) }))) return
    try {
      await removeCharacter(character)
      notify.success(`${name} has been deleted`)
      await navigate({ to: '/user/characters' })
    } catch (error) {
      reportError(error, `${name} was not deleted`)
    }
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  )
}

const BackButton = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/user/characters" {...props} />}>
    All characters
  </Button>
)
